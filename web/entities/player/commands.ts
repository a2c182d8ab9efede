import { seekSkipSeconds, volumeStep } from '#contract/constants.ts'
import { local } from '../../lib/browser-storage.ts'

const volumeKey = 'player-volume'

/** What a player's buttons and keys do to its video element. */
export interface PlayerCommands {
  togglePlay(): void
  skip(seconds: number): void
  seek(seconds: number): void
  toggleMute(): void
  setVolume(volume: number): void
  /** @param speed times the recorded one */
  setSpeed(speed: number): void
  toggleFullScreen(): void
  togglePictureInPicture(): void
}

/** iPhones can only show the video element itself in full screen. */
interface WebkitVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void
}

/** @param changed called after setting the volume, before the element's own event */
export function commandsOf(
  video: () => WebkitVideo | null,
  stage: () => HTMLElement | null,
  changed: () => void,
): PlayerCommands {
  const withVideo = (work: (video: WebkitVideo) => void) => {
    const element = video()
    if (element) work(element)
  }
  return {
    togglePlay: () =>
      withVideo(v => {
        // Refused without a user gesture, or interrupted by a pause: the button shows the actual state.
        if (v.paused || v.ended) void v.play().catch(() => undefined)
        else v.pause()
      }),
    skip: seconds =>
      withVideo(v => {
        const end = Number.isFinite(v.duration) ? v.duration : v.currentTime + Math.max(0, seconds)
        v.currentTime = Math.min(end, Math.max(0, v.currentTime + seconds))
      }),
    seek: seconds => withVideo(v => (v.currentTime = seconds)),
    toggleMute: () =>
      withVideo(v => {
        if (v.volume === 0) v.volume = 0.5
        else v.muted = !v.muted
      }),
    setVolume: volume =>
      withVideo(v => {
        v.volume = Math.min(1, Math.max(0, Math.round(volume / volumeStep) * volumeStep))
        v.muted = false
        local.set(volumeKey, String(v.volume))
        changed()
      }),
    setSpeed: speed =>
      withVideo(v => {
        // A stream that is loaded again starts with the default.
        v.defaultPlaybackRate = speed
        v.playbackRate = speed
      }),
    togglePictureInPicture: () =>
      withVideo(v => {
        // Refused before there is a picture: the button stays and nothing needs reporting.
        if (document.pictureInPictureElement === v) void document.exitPictureInPicture()
        else void v.requestPictureInPicture().catch(() => undefined)
      }),
    toggleFullScreen: () => {
      const element = stage()
      if (document.fullscreenElement) void document.exitFullscreen()
      else if (element?.requestFullscreen) void element.requestFullscreen().catch(() => undefined)
      else withVideo(v => v.webkitEnterFullscreen?.())
    },
  }
}

/** The volume last chosen on this device, 0 to 1. */
export function rememberedVolume(): number {
  const stored = Number.parseFloat(local.get(volumeKey) ?? '')
  return stored >= 0 && stored <= 1 ? stored : 1
}

/** A key press, as React or the browser reports it. */
type PlayerKey = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'key' | 'target' | 'preventDefault'>

/** Space, arrows, and the letters of other players. A focused control keeps the keys it uses itself. */
export function onPlayerKey(event: PlayerKey, commands: PlayerCommands, volume: number): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const target = event.target as HTMLElement
  if (target.closest('select')) return
  const slides = target.getAttribute('role') === 'slider'
  const actions: Record<string, (() => void) | false> = {
    ' ': !target.closest('button, a') && commands.togglePlay,
    k: commands.togglePlay,
    j: () => commands.skip(-seekSkipSeconds),
    l: () => commands.skip(seekSkipSeconds),
    ArrowLeft: !slides && (() => commands.skip(-seekSkipSeconds)),
    ArrowRight: !slides && (() => commands.skip(seekSkipSeconds)),
    ArrowUp: !slides && (() => commands.setVolume(volume + volumeStep)),
    ArrowDown: !slides && (() => commands.setVolume(volume - volumeStep)),
    m: commands.toggleMute,
    f: commands.toggleFullScreen,
    p: document.pictureInPictureEnabled && commands.togglePictureInPicture,
  }
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (!action) return
  event.preventDefault()
  action()
}
