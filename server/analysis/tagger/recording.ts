import { closeSync, openSync, writeSync } from 'node:fs'
import type { TimeSpan } from '#contract/analysis.ts'
import type { Tap } from '../signals/pipes.ts'
import { soundRate } from '../signals/sound.ts'
import { type Description, TaggerError } from './description.ts'

/** Seconds between looks, and how many there are at most in one highlight, spread over it. */
const step = 0.5
const mostLooks = 8
const bytesPerSample = 2
/** Six hours of frames, nine of sound. */
const mostBytes = 1024 ** 3

/** A part of the recording that the model gets at once. */
export interface Look extends TimeSpan {
  /** bytes from the start of the recording */
  offset: number
}

export interface Recording {
  file: string
  tap: Tap
  /** the frames' size; zeros without frames */
  size: { width: number; height: number }
  /** What there is to look at within a highlight. */
  looksIn(span: TimeSpan): Look[]
  /** @throws what kept the recording from being complete */
  close(): void
}

const thinned = (looks: readonly Look[]): Look[] =>
  looks.length <= mostLooks
    ? [...looks]
    : Array.from(
        { length: mostLooks },
        (_, i) => looks[Math.round((i * (looks.length - 1)) / (mostLooks - 1))]!,
      )

/**
 * Writes to a file what a tagger may look at, while the pass over the video decodes it: two frames a second, or the
 * sound. Its tap never throws, because the analysis can do without it.
 */
export function createRecording(file: string, { kind, input }: Description): Recording {
  let fd: number | null = openSync(file, 'wx')
  let [frames, frameBytes, written] = [0, 0, 0]
  let failed: unknown = null
  const size = { width: 0, height: 0 }

  function write(bytes: Uint8Array): void {
    if (failed || fd === null) return
    try {
      if (written + bytes.length > mostBytes)
        throw new TaggerError('the video is too long for the tagger to keep what it looks at')
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
      written += bytes.length
    } catch (error) {
      failed = error
    }
  }

  const tap: Tap =
    kind === 'sound'
      ? { sound: write }
      : {
          picture(frame, { hz, width, height }) {
            Object.assign(size, { width, height })
            frameBytes = frame.length
            if (frames++ % Math.max(1, hz * step) === 0) write(frame)
          },
        }

  function framesIn({ start, end }: TimeSpan): Look[] {
    const first = Math.ceil(start / step)
    const last = Math.min(Math.floor(end / step), written / frameBytes - 1)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
      const time = (first + i) * step
      return { start: time, end: time, offset: (first + i) * frameBytes }
    })
  }

  function windowsIn({ start, end }: TimeSpan): Look[] {
    const seconds = kind === 'sound' ? input.samples / soundRate : 0
    const spare = end - start - seconds
    const starts =
      spare < step
        ? [Math.max(0, start + spare / 2)]
        : Array.from({ length: Math.floor(spare / step) + 1 }, (_, i) => start + i * step)
    return starts
      .map(at => ({ start: at, end: at + seconds, offset: Math.round(at * soundRate) * bytesPerSample }))
      .filter(({ offset }) => offset < written)
  }

  return {
    ...{ file, tap, size },
    looksIn: span => thinned(kind === 'sound' ? windowsIn(span) : framesIn(span)),
    close() {
      if (fd !== null) closeSync(fd)
      fd = null
      if (failed) throw failed
    },
  }
}
