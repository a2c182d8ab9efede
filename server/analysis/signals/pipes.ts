import type { Readable } from 'node:stream'
import type { MediaCommand } from '#server/core/media/command.ts'
import { runMedia } from '#server/core/media/process.ts'

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
