import type { Readable } from 'node:stream'
import type { MediaCommand } from '#server/platform/media/command.ts'
import { runMedia } from '#server/platform/media/process.ts'

export interface TwoPipes {
  onPicture: (chunk: Uint8Array) => void
  onSound: (chunk: Uint8Array) => void
  signal?: AbortSignal | undefined
  timeoutMs: number
  /** analysis yields to what people wait for */
  niceness: number
}

/**
 * Runs ffmpeg with two outputs, pipe 1 and pipe 3. The callbacks apply backpressure, so memory stays bounded.
 * @throws as runMedia; a callback's error
 */
export async function runTwoPipes(command: MediaCommand, options: TwoPipes): Promise<void> {
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
    onThird: reader(options.onSound),
  })
}
