import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { api, coverAddress } from '#contract/paths.ts'
import { texts } from '#texts/entities/player.ts'
import { cx } from '../../lib/cx.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Play } from '../../ui/icons/play.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { commandsOf, onPlayerKey, rememberedVolume } from './commands.ts'
import { Controls } from './controls.tsx'
import { type LoadedStream, loadStream, type StreamFault } from './load-stream.ts'
import { useMediaState } from './media-state.ts'
import { usePageKeys } from './page-keys.ts'
import type { Playback } from './playback.ts'

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
  ofPage = false,
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
  /** the one player of its page, so that its keys work wherever the page has the focus */
  ofPage?: boolean
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
  usePageKeys(ofPage, onKey)
  useEffect(() => {
    if (focused) stage.current?.focus({ preventScroll: true })
  }, [focused])

  return (
    <section
      ref={stage}
      // A press on the video focuses the player, so that its keys work from then on.
      tabIndex={-1}
      aria-label={texts.player({ title })}
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

/** Shown when a stream can't be played here: names it, reloads it, or opens its own page. */
function PlaceholderPlayer({
  streamId,
  message,
  onRetry,
}: {
  streamId: string
  message: string
  onRetry: () => void
}) {
  return (
    <div
      role="alert"
      className="grid aspect-video w-full place-items-center rounded-lg bg-night p-5 text-center text-snow"
    >
      <div className="min-w-0 max-w-full">
        <p className="font-semibold text-lg">{message}</p>
        <p className="mt-1 break-all text-sm text-snow/75">
          {texts.streamId} {streamId}
        </p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <Button size="sm" onClick={onRetry}>
            {texts.retryLoad}
          </Button>
          <ButtonLink variant="outline" size="sm" href={api.embed(streamId)} target="_blank" rel="noreferrer">
            {texts.openStream}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

/** Whether this element fills the screen. */
function useFullScreen(ref: RefObject<HTMLElement | null>): boolean {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const update = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === ref.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [ref])
  return full
}

const restMs = 3000

/** False after three seconds without pointer movement or a key, so the controls can hide. */
function useAwake(ref: RefObject<HTMLElement | null>, watch: boolean): boolean {
  const [awake, setAwake] = useState(true)
  useEffect(() => {
    const element = ref.current
    setAwake(true)
    if (!watch || !element) return
    let timer = window.setTimeout(() => setAwake(false), restMs)
    const wake = () => {
      setAwake(true)
      clearTimeout(timer)
      timer = window.setTimeout(() => setAwake(false), restMs)
    }
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) element.addEventListener(event, wake)
    return () => {
      clearTimeout(timer)
      for (const event of events) element.removeEventListener(event, wake)
    }
  }, [ref, watch])
  return awake
}

/**
 * Loads a stream into a video element, and again on `retry`.
 * @param autoPlay the person pressed play
 */
function useStream(
  video: RefObject<HTMLVideoElement | null>,
  { streamId, playback, autoPlay }: { streamId: string; playback: Playback; autoPlay: boolean },
) {
  const [fault, setFault] = useState<StreamFault | null>(null)
  const [attempt, setAttempt] = useState(0)
  const stream = useRef<Promise<LoadedStream> | null>(null)
  const [qualities, setQualities] = useState<number[]>([])
  const [quality, setQuality] = useState<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the same stream again
  useEffect(() => {
    const element = video.current
    if (!element) return
    const aborting = new AbortController()
    element.volume = rememberedVolume()
    const startAt = playback.startAt
    const detach = playback.attach(element)
    const loading = loadStream(element, api.manifest(streamId), {
      startAt,
      onFault: setFault,
      onQualities: setQualities,
      signal: aborting.signal,
    })
    // If the browser refuses, the video waits for a press, as it would have anyway.
    if (autoPlay) void loading.then(() => element.play()).catch(() => undefined)
    stream.current = loading
    loading.catch(() => setFault({ kind: 'unloadable', message: texts.unableToLoad }))
    return () => {
      aborting.abort()
      detach()
      // If it failed, the error is already shown.
      void loading.then(
        loaded => loaded.stop(),
        () => undefined,
      )
    }
  }, [streamId, attempt, playback, autoPlay])

  return {
    fault,
    retry() {
      setFault(null)
      setAttempt(count => count + 1)
    },
    quality: {
      heights: qualities,
      chosen: quality,
      onChoose(height: number | null) {
        setQuality(height)
        // A failed stream already shows its error.
        stream.current?.then(loaded => loaded.setQuality(height)).catch(() => undefined)
      },
    },
  }
}
