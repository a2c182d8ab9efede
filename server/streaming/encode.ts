import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { MediaCommand } from '#server/core/media/command.ts'
import { fractionIn, runMedia } from '#server/core/media/process.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { type Finished, FolderPublisher, type Published, type RangeOutput } from './publish-folder.ts'

export interface EncodeRun {
  /** The ffmpeg command; it writes to '0', '1', … in this folder, one for each output. */
  command(folder: string): MediaCommand
  outputs: {
    prefix: string
    /** what earlier runs have stored */
    finished?: Finished
    /** whether the first segment of the command is dropped: it is stored already, or made by another range */
    repeats?: boolean
    /** stored as one of several ranges */
    range?: RangeOutput
    /** whether it plays while it grows */
    growing: boolean
    onProgress: (published: Published) => Promise<void>
  }[]
  durationSeconds: number
  /** where in the source the run begins, seconds; the start by default */
  fromSeconds?: number
  timeoutMs: number
  niceness: number
  /** 0 to 1 of the source's duration */
  onFraction?: (fraction: number) => void
  signal: AbortSignal
}

/**
 * Runs one ffmpeg that writes HLS to scratch folders, and meanwhile moves every output into the store.
 * @returns the published outputs, in order, and how many frames the first one has
 * @throws as runMedia; UnusableVideoError when nothing came out; or when the store fails
 */
export async function encodeToStore(
  objects: ObjectStore,
  run: EncodeRun,
): Promise<{ published: Published[]; frames: number }> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-encode-'))
  const storeFailed = new AbortController()
  const signal = AbortSignal.any([run.signal, storeFailed.signal])
  const publishers: FolderPublisher[] = []
  const following: Promise<void>[] = []
  let frames = 0
  try {
    const folders = run.outputs.map((_, i) => path.join(scratch, String(i)))
    for (const [i, output] of run.outputs.entries()) {
      const folder = folders[i] as string
      await mkdir(folder)
      const publisher = new FolderPublisher({
        folder,
        objects,
        prefix: output.prefix,
        finished: output.finished,
        repeats: output.repeats,
        range: output.range,
        growing: output.growing,
        onProgress: output.onProgress,
      })
      publishers.push(publisher)
      following.push(publisher.follow().catch(error => storeFailed.abort(error)))
    }
    await runMedia(run.command(scratch), {
      signal,
      timeoutMs: run.timeoutMs,
      niceness: run.niceness,
      onStdout: stdout =>
        createInterface(stdout).on('line', line => {
          frames = Number(/^frame=\s*(\d+)/.exec(line)?.[1] ?? frames)
          const begun = (run.fromSeconds ?? 0) / run.durationSeconds
          const fraction = fractionIn(line, run.durationSeconds)
          if (fraction !== null) run.onFraction?.(Math.max(0, Math.min(1, begun + fraction)))
        }),
    })
    const published: Published[] = []
    for (const [i, publisher] of publishers.entries())
      published.push(await publisher.finish(following[i] as Promise<void>))
    storeFailed.signal.throwIfAborted()
    return { published, frames }
  } finally {
    for (const publisher of publishers) publisher.abandon()
    await Promise.all(following)
    await rm(scratch, { recursive: true, force: true })
  }
}
