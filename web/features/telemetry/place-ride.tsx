import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AddedRide, AddedRideAnswer } from '#contract/analysis.ts'
import { api, frameAddress } from '#contract/paths.ts'
import { texts } from '#texts/features/telemetry.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { cx } from '../../lib/cx.ts'
import { viewerUnits } from '../../lib/units.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-buttons.tsx'
import { Slider } from '../../ui/inputs/slider.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type PlacedVideo, pathOf, placeOf, type Speeds, speedAt } from './ride-place.ts'

/** Lays a video on the ride that was added to it, by hand. */
export default function PlaceRide({
  video,
  added,
  pace,
  onClose,
}: {
  video: PlacedVideo
  added: AddedRide
  /** seconds of the ride per second of the video */
  pace: number
  onClose: () => void
}) {
  const ride = useQuery(reading('addedRide', { params: { id: video.id } }))
  return (
    <Dialog open onClose={onClose} title={texts.place.title} description={texts.place.how}>
      <Loaded query={ride} skeleton={<Skeleton className="h-80" />} failed={texts.place.failed}>
        {answer => <Place {...{ video, added, pace, onClose }} ride={answer} />}
      </Loaded>
    </Dialog>
  )
}

const steps = [-10, -1, -0.1, 0.1, 1, 10]

function Place({
  video,
  added,
  pace,
  ride,
  onClose,
}: {
  video: PlacedVideo
  added: AddedRide
  pace: number
  ride: AddedRideAnswer
  onClose: () => void
}) {
  const [offset, setOffset] = useState(added.offset)
  const [units] = useState(viewerUnits)
  const filmed = video.duration * pace
  const move = (to: number) => setOffset(Math.round(Math.min(ride.seconds, Math.max(-filmed, to)) * 10) / 10)
  const placing = useAction({
    mutationFn: (chosen: number | null) =>
      call('placeRide', { params: { id: video.id }, body: { offset: chosen } }),
    done: texts.toasts.placed,
    failed: { title: texts.toasts.placeFailed, otherwise: texts.toasts.placeFailedOtherwise },
    refresh: [api.aiStatus(video.id), api.addedRide(video.id)],
    onDone: onClose,
  })
  const speed = speedAt(ride, offset)
  const others = added.best.filter(one => Math.abs(one.offset - offset) >= 0.05)
  return (
    <div className="space-y-5">
      <p className="text-muted text-sm">{texts.place.how}</p>
      <FilmWithSpeed video={video} speeds={ride} offset={offset} filmed={filmed} />
      <div>
        <p className="numeric font-semibold" role="status">
          {texts.place.at({ place: placeOf(offset, ride.begins) })}
          {speed !== null && ` · ${Math.round(speed * units.speed.factor)} ${units.speed.name}`}
        </p>
        <div className="mt-2 grid grid-cols-3 gap-2 sm:grid-cols-6">
          {steps.map(step => (
            <Button key={step} size="sm" variant="outline" onClick={() => move(offset + step)}>
              {texts.place.step({ step: `${step > 0 ? '+' : '−'}${Math.abs(step)}` })}
            </Button>
          ))}
        </div>
      </div>
      <div>
        <WholeRide speeds={ride} seconds={ride.seconds} offset={offset} filmed={filmed} />
        <Slider
          label={texts.place.slider}
          text={placeOf(offset, ride.begins)}
          value={offset + filmed}
          max={ride.seconds + filmed}
          step={0.1}
          onChange={value => move(value - filmed)}
          className="mt-1"
        />
      </div>
      {others.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-muted">{texts.place.others}</span>
          {others.map(({ offset: other, confidence }) => (
            <Button key={other} size="sm" variant="outline" onClick={() => move(other)}>
              {confidence === null
                ? placeOf(other, null)
                : texts.place.other({ place: placeOf(other, null), confidence })}
            </Button>
          ))}
        </div>
      )}
      <DialogActions>
        {ride.chosen !== null && (
          <Button variant="outline" disabled={placing.isPending} onClick={() => placing.mutate(null)}>
            {texts.place.undo}
          </Button>
        )}
        <Button busy={placing.isPending} onClick={() => placing.mutate(offset)}>
          {texts.place.save}
        </Button>
      </DialogActions>
    </div>
  )
}

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
function WholeRide({
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
function FilmWithSpeed({
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
