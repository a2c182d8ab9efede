import { useState, useSyncExternalStore } from 'react'
import { texts } from '#texts/entities/player.ts'
import { cx } from '../../lib/cx.ts'
import { formatClock, formatLength } from '../../lib/format.ts'
import { Play } from '../../ui/icons/play.tsx'
import { controlsHeight, LazyPlayer } from './lazy-player.tsx'
import { usePageKeys } from './page-keys.ts'
import type { Playback } from './playback.ts'

/**
 * A picture in the player's place until someone presses play or seeks: only then are the player's code and the stream
 * loaded.
 */
export function PosterPlayer({
  streamId,
  title,
  duration,
  playback,
  poster,
  smallPoster,
  fill = false,
}: {
  streamId: string
  title: string
  /** seconds, 0 if not known yet */
  duration: number
  playback: Playback
  poster: string
  /** the same in half its height, for phones */
  smallPoster?: string | undefined
  /** fills its parent instead of using the video's aspect ratio */
  fill?: boolean
}) {
  const asked = useSyncExternalStore(playback.subscribe, playback.asked, playback.asked)
  const [pressed, setPressed] = useState(false)
  const { startAt } = playback
  const play = () => playback.seek(startAt, { play: true })
  usePageKeys(asked === 'nothing', event => {
    if (event.key !== 'k' && event.key !== ' ') return
    event.preventDefault()
    play()
  })
  if (asked !== 'nothing')
    return (
      <LazyPlayer
        streamId={streamId}
        title={title}
        duration={duration}
        playback={playback}
        poster={poster}
        fill={fill}
        autoPlay={asked === 'play'}
        focused={pressed}
        ofPage
      />
    )
  const picture = {
    src: poster,
    ...(smallPoster && {
      srcSet: `${smallPoster} 640w, ${poster} 1280w`,
      sizes: '(min-width: 64rem) 60vw, 100vw',
    }),
  }
  return (
    <button
      type="button"
      aria-label={texts.playTitle({ title })}
      onClick={() => {
        setPressed(true)
        play()
      }}
      className={cx(
        'group relative isolate flex w-full flex-col overflow-hidden bg-night text-snow',
        fill ? 'h-full min-h-0' : 'rounded-lg',
      )}
    >
      {/* The picture itself, out of focus, where it would leave a black band: beside it, and in the controls' place.
          Lazy, so that it's the picture in front that the page asks for first. */}
      <span className="-z-10 absolute inset-0 overflow-hidden">
        <img
          {...picture}
          alt=""
          loading="lazy"
          className="size-full scale-125 object-cover blur-2xl brightness-50"
        />
      </span>
      <span className={cx('relative block w-full', fill ? 'min-h-0 flex-1' : 'aspect-video max-h-[70svh]')}>
        <img {...picture} alt="" fetchPriority="high" className="size-full object-contain" />
        <span className="absolute top-1/2 left-1/2 grid size-18 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full bg-night/70 transition-colors group-hover:bg-night/90">
          <Play aria-hidden="true" className="ml-1 size-8 fill-current" />
        </span>
      </span>
      <span className={cx('numeric flex items-center justify-between gap-4 px-5 text-sm', controlsHeight)}>
        <span className="font-semibold">
          {startAt > 0 ? texts.startsAt({ clock: formatClock(startAt) }) : texts.play}
        </span>
        {duration > 0 && <span className="text-snow/80">{formatLength(duration)}</span>}
      </span>
    </button>
  )
}
