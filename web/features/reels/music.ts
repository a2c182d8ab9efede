import type { BedName } from '#contract/reels/bed-names.ts'
import { type BedLoop, bedLoop, bedRate } from '#contract/reels/beds.ts'

/** A bed, or own music from its address: where it starts, and how long it then plays. */
export type Playable = BedName | { url: string; from: number; seconds: number }

export interface Music {
  /** stands still while the picture waits */
  hold(waits: boolean): void
  stop(): void
}

const loops = new Map<BedName, BedLoop>()

/** The loop of a bed; made once, because that takes a few tenths of a second. */
export function loopOf(bed: BedName): BedLoop {
  const known = loops.get(bed) ?? bedLoop(bed)
  loops.set(bed, known)
  return known
}

/** Starts music; the browser refuses sound before the first press only, and this is one. */
export const startMusic = (music: Playable): Music =>
  typeof music === 'string' ? startBed(music) : startFile(music)

/** Plays own music from where the reel starts in it, once, as the renderer does. */
function startFile({ url, from }: { url: string; from: number }): Music {
  const audio = new Audio(url)
  audio.currentTime = from
  const play = () => void audio.play().catch(() => undefined)
  play()
  return {
    hold(waits) {
      if (waits) audio.pause()
      else if (audio.paused && !audio.ended) play()
    },
    stop() {
      audio.pause()
      audio.removeAttribute('src')
      audio.load()
    },
  }
}

/** Plays a bed, made by the very code that the renderer's music comes from. */
function startBed(bed: BedName): Music {
  const context = new AudioContext({ sampleRate: bedRate })
  const { left, right } = loopOf(bed)
  const buffer = context.createBuffer(2, left.length, bedRate)
  buffer.getChannelData(0).set(left)
  buffer.getChannelData(1).set(right)
  const source = context.createBufferSource()
  source.buffer = buffer
  source.loop = true
  source.connect(context.destination)
  source.start()
  let held = false
  return {
    hold(waits) {
      if (waits === held) return
      held = waits
      void (waits ? context.suspend() : context.resume())
    },
    stop() {
      source.stop()
      void context.close()
    },
  }
}
