import { frameAddress } from '#contract/paths.ts'
import { cx } from '../../lib/cx.ts'
import { type PlacedVideo, pathOf, type Speeds } from './ride-place.ts'

/** How fast a ride went between two of its moments, as wide and high as its container. */
function Curve({ speeds, from, to }: { speeds: Speeds; from: number; to: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full text-glow"
    >
      <path
        d={pathOf(speeds, from, to)}
        fill="none"
        stroke="currentColor"
        strokeWidth={2.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** The whole ride, with the part that lies on the video. */
export function WholeRide({
  speeds,
  seconds,
  offset,
  filmed,
}: {
  speeds: Speeds
  seconds: number
  offset: number
  /** seconds of the ride that the video shows */
  filmed: number
}) {
  const [from, to] = [-filmed, seconds + filmed]
  const share = (at: number) => `${((at - from) / (to - from)) * 100}%`
  return (
    <div className="relative h-14 overflow-hidden rounded-md bg-night">
      <span
        aria-hidden="true"
        className="absolute inset-y-0 min-w-0.5 bg-snow/30"
        style={{ left: share(offset), width: `${(filmed / (to - from)) * 100}%` }}
      />
      <Curve speeds={speeds} from={from} to={to} />
    </div>
  )
}

const frames = 8

/** The video's frames in a row, and over them how fast the ride went while they were filmed. */
export function FilmWithSpeed({
  video: { cfStreamId, duration },
  speeds,
  offset,
  filmed,
}: {
  video: PlacedVideo
  speeds: Speeds
  offset: number
  /** seconds of the ride that the video shows */
  filmed: number
}) {
  const times = Array.from({ length: frames }, (_, i) => ((i + 0.5) / frames) * duration)
  return (
    <div className="relative h-24 overflow-hidden rounded-md bg-night">
      <div className="flex h-full opacity-70">
        {cfStreamId &&
          times.map((time, i) => (
            <img
              key={time}
              src={frameAddress(cfStreamId, Math.floor(time), 180)}
              alt=""
              className={cx('h-full min-w-0 flex-1 object-cover', i % 2 === 1 && 'max-sm:hidden')}
            />
          ))}
      </div>
      <Curve speeds={speeds} from={offset} to={offset + filmed} />
    </div>
  )
}
