import type { Readable } from 'node:stream'
import type { MediaCommand } from '#server/core/media/command.ts'
import { runMedia } from '#server/core/media/process.ts'
import type { DecodePlan } from './plan.ts'

export interface Pipes {
  onPicture: (chunk: Uint8Array) => void
  onSound: (chunk: Uint8Array) => void
  onLuma: (chunk: Uint8Array) => void
  signal?: AbortSignal | undefined
  timeoutMs: number
  /** analysis yields to what people wait for */
  niceness: number
}

/**
 * Runs ffmpeg with outputs on pipes 1, 3 and 4, of which the last two may stay empty. The callbacks apply backpressure, so memory stays bounded.
 * @throws as runMedia; a callback's error
 */
export async function runPipes(command: MediaCommand, options: Pipes): Promise<void> {
  const failed = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal
  const reader = (take: (chunk: Uint8Array) => void) => (stream: Readable) =>
    void stream
      .on('data', (chunk: Uint8Array) => {
        if (failed.signal.aborted) return
        try {
          take(chunk)
        } catch (error) {
          failed.abort(error)
        }
      })
      .on('error', error => failed.abort(error))
  await runMedia(command, {
    signal,
    timeoutMs: options.timeoutMs,
    niceness: options.niceness,
    onStdout: reader(options.onPicture),
    onMore: [reader(options.onSound), reader(options.onLuma)],
  })
}

/** Receives what the decode pass decodes, in order. The arrays are reused, so it must copy what it keeps. */
export interface Tap {
  /** a yuv420p frame of the plan's size */
  picture?: (frame: Uint8Array, plan: DecodePlan) => void
  /** signed 16-bit samples at 16 kHz */
  sound?: (bytes: Uint8Array) => void
}

/**
 * Splits a stream of chunks into frames of a fixed number of bytes. The frame passed on is reused for the
 * next one. An incomplete frame at the end is dropped.
 */
export function createFramer(frameBytes: number, onFrame: (frame: Uint8Array) => void) {
  const frame = new Uint8Array(frameBytes)
  let filled = 0
  return (chunk: Uint8Array): void => {
    let at = 0
    while (at < chunk.length) {
      const take = Math.min(frameBytes - filled, chunk.length - at)
      frame.set(chunk.subarray(at, at + take), filled)
      filled += take
      at += take
      if (filled === frameBytes) {
        onFrame(frame)
        filled = 0
      }
    }
  }
}
