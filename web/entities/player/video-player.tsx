import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { coverAddress } from '#contract/paths.ts'
import { cx } from '../../lib/cx.ts'
import { Button } from '../../ui/button.tsx'
import { Play } from '../../ui/icons/play.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { commandsOf, onPlayerKey } from './commands.ts'
import { Controls } from './controls.tsx'
import { useAwake, useFullScreen } from './full-screen.ts'
import type { StreamFault } from './load-stream.ts'
import { useMediaState } from './media-state.ts'
import { PlaceholderPlayer } from './placeholder-player.tsx'
import type { Playback } from './playback.ts'
import { texts } from './texts.ts'
import { useStream } from './use-stream.ts'

/** The streaming player: adaptive HLS, custom controls, keys, full screen; shares its position through `playback`. */
export default function VideoPlayer({
  streamId,
  title,
  duration,
  playback,
  poster,
  fill = false,
  autoPlay = false,
  focused = false,
}: {
  streamId: string
  title: string
  /** seconds, 0 if not known yet */
  duration: number
  playback: Playback
  /** the poster shown before playback; a frame near the start unless given */
  poster?: string | undefined
  /** fills its parent instead of using the video's aspect ratio */
  fill?: boolean
  /** the person pressed play */
  autoPlay?: boolean
  /** takes the focus when it appears, because it replaces the pressed button */
  focused?: boolean
}) {
  const stage = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const { fault, retry, quality } = useStream(video, { streamId, playback, autoPlay })
  const [state, look] = useMediaState(video)
  const fullScreen = useFullScreen(stage)
  const awake = useAwake(stage, fullScreen && state.playing)
  const commands = useMemo(
    () =>
      commandsOf(
        () => video.current,
        () => stage.current,
        look,
      ),
    [look],
  )
  const length = Math.max(state.duration, duration)
  const onKey = (event: Parameters<typeof onPlayerKey>[0]) =>
    !fault && onPlayerKey(event, commands, state.volume)
  useDialogKeys(stage, onKey)
  useEffect(() => {
    if (focused) stage.current?.focus({ preventScroll: true })
  }, [focused])

  return (
    <section
      ref={stage}
      // A press on the video focuses the player, so that its keys work from then on.
      tabIndex={-1}
      aria-label={texts.player(title)}
      onKeyDown={onKey}
      className={cx(
        'relative flex flex-col overflow-hidden bg-night outline-none',
        fullScreen || fill ? 'justify-center' : 'rounded-lg',
        !awake && 'cursor-none',
      )}
    >
      {fault?.kind === 'unloadable' && (
        <PlaceholderPlayer streamId={streamId} message={fault.message} onRetry={retry} />
      )}
      <div
        className={cx(
          'relative min-h-0',
          fullScreen ? 'h-full' : fill ? 'flex-1' : 'aspect-video max-h-[70svh]',
          fault?.kind === 'unloadable' && 'hidden',
        )}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: ride footage of engines and wind; there is no speech to caption */}
        <video
          ref={video}
          playsInline
          preload="metadata"
          poster={poster ?? coverAddress(streamId, 720)}
          onClick={commands.togglePlay}
          className="size-full object-contain"
        />
        <Overlay
          fault={fault}
          state={state}
          onPlay={() => {
            // The pressed button disappears once the video plays, and would take the focus with it.
            stage.current?.focus({ preventScroll: true })
            commands.togglePlay()
          }}
          onRetry={retry}
        />
      </div>
      {fault?.kind !== 'unloadable' && (
        <div
          className={cx(
            'transition-opacity duration-200',
            fullScreen && 'absolute inset-x-0 bottom-0',
            !awake && 'pointer-events-none opacity-0',
          )}
        >
          <Controls
            streamId={streamId}
            state={state}
            commands={commands}
            duration={length}
            fullScreen={fullScreen}
            quality={quality}
          />
        </div>
      )}
    </section>
  )
}

/** A press beside the controls of a dialog focuses the dialog itself; its keys then control the player. */
function useDialogKeys(stage: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void {
  const listener = useEffectEvent(onKey)
  useEffect(() => {
    const dialog = stage.current?.closest<HTMLElement>('[role=dialog]')
    if (!dialog) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target === dialog) listener(event)
    }
    dialog.addEventListener('keydown', onKeyDown)
    return () => dialog.removeEventListener('keydown', onKeyDown)
  }, [stage])
}

/** Over the video: the large play button, a spinner, or an error. */
const Overlay = ({
  fault,
  state,
  onPlay,
  onRetry,
}: {
  fault: StreamFault | null
  state: { playing: boolean; waiting: boolean }
  onPlay: () => void
  onRetry: () => void
}) => (
  <>
    {!state.playing && !fault && (
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={onPlay}
        className="absolute top-1/2 left-1/2 grid size-18 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full bg-night/70 text-snow transition-colors hover:bg-night/90"
      >
        <Play className="ml-1 size-8 fill-current" />
      </button>
    )}
    {state.waiting && !fault && (
      <div className="pointer-events-none absolute inset-0 grid place-items-center text-snow">
        <Spinner label={texts.loading} />
      </div>
    )}
    {fault?.kind === 'broken' && (
      <div
        role="alert"
        className="absolute inset-0 grid place-items-center bg-night/85 p-5 text-center text-snow"
      >
        <div>
          <p className="mb-4 font-semibold">{fault.message}</p>
          <Button size="sm" onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      </div>
    )}
  </>
)
