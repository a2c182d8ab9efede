/*! Contains mediabunny, MPL-2.0. Its source: https://github.com/Vanilagy/mediabunny/releases/tag/v1.61.0 */
import {
  BlobSource,
  Input,
  type InputVideoTrack,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  StreamTarget,
  type StreamTargetChunk,
  VideoSampleSink,
  VideoSampleSource,
} from 'mediabunny'
import { findMoov } from '#telemetry/boxes.ts'
import { type Cutter, openCutter } from '#telemetry/cut/cutter.ts'
import { blobSource, type RandomAccessSource } from '#telemetry/source.ts'
import type { Problem, Said, Task } from './messages.ts'

/**
 * The part of a file's synchronous access that is used here. TypeScript has it in its 'webworker' library only, which
 * cannot be loaded beside 'dom' in one program.
 */
interface SyncAccess {
  read(into: Uint8Array, options: { at: number }): number
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  getSize(): number
  flush(): void
  close(): void
}
declare global {
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<SyncAccess>
  }
}

type Making = Extract<Task, { kind: 'make' }>

/** Ends the work. */
class Stopped extends Error {
  readonly problem: Problem | 'cancelled'
  constructor(problem: Problem | 'cancelled') {
    super(problem)
    this.name = 'Stopped'
    this.problem = problem
  }
}

const say = (said: Said) => postMessage(said)
/** Frames whose times tell how many there are in a second. */
const framesLookedAt = 120
/** Clips begin at key frames, and so do the parts of a stream. Seconds. */
const keyFrameInterval = 1
const tellEveryMs = 250
const copiedAtOnce = 4 * 1024 * 1024
let cancelled = false

/** The track of a film that the cutter takes for its picture. */
async function pictureOf(input: Input, cutter: Cutter): Promise<InputVideoTrack> {
  const tracks = await input.getVideoTracks()
  const track = tracks.find(({ id }) => id === cutter.pictureId)
  if (!track) throw new Stopped('failed')
  return track
}

/** What a task finds out about a film's picture, or does with it. */
async function withPicture<T>(
  film: File,
  cutter: Cutter,
  use: (track: InputVideoTrack, input: Input) => Promise<T>,
): Promise<T> {
  const input = new Input({ formats: [MP4, QTFF], source: new BlobSource(film) })
  try {
    return await use(await pictureOf(input, cutter), input)
  } finally {
    input.dispose()
  }
}

async function look(film: File): Promise<void> {
  await withPicture(film, await openCutter(blobSource(film)), async track => {
    const decoder = await track.getDecoderConfig()
    if (!decoder) throw new Stopped('failed')
    const { averagePacketRate: rate } = await track.computePacketStats(framesLookedAt)
    const picture = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight(), rate }
    say({ kind: 'looked', picture, decoder })
  })
}

async function folderOf(path: readonly string[]): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory()
  for (const name of path.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true })
  return folder
}

/** Writes the file to the browser's private storage, where it never is in memory as a whole. */
async function make(task: Making): Promise<void> {
  const folder = await folderOf(task.path)
  const handle = await folder.getFileHandle(task.path.at(-1)!, { create: true })
  const file = await handle.createSyncAccessHandle()
  try {
    const cutter = await openCutter(blobSource(task.film))
    await withPicture(task.film, cutter, (track, input) => encode(task, track, input, file))
    await addTheRest(task.film, cutter, file)
    if (file.getSize() > task.most) throw new Stopped('tooLarge')
    file.flush()
  } catch (error) {
    // Room for another try.
    file.truncate(0)
    throw error
  } finally {
    file.close()
  }
  say({ kind: 'made' })
}

/** The picture alone, on the film's own clock. */
async function encode(
  { plan, hardware, most }: Making,
  track: InputVideoTrack,
  input: Input,
  file: SyncAccess,
): Promise<void> {
  const quickTime = (await input.getFormat()) === QTFF
  const target = new WritableStream<StreamTargetChunk>({
    write({ data, position }) {
      if (position + data.length > most) throw new Stopped('tooLarge')
      file.write(data, { at: position })
    },
  })
  const { encoder } = hardware
  const output = new Output({
    // The index comes last, so that what is written stays where it is.
    format: new (quickTime ? MovOutputFormat : Mp4OutputFormat)({ fastStart: false }),
    target: new StreamTarget(target, { chunked: true, chunkSize: copiedAtOnce }),
  })
  const source = new VideoSampleSource({
    codec: 'avc',
    fullCodecString: encoder.codec,
    quality: new Quality({ bitrate: plan.bitrate, bitrateMode: 'constant' }),
    keyFrameInterval,
    ...(encoder.hardwareAcceleration && { hardwareAcceleration: encoder.hardwareAcceleration }),
    // Drawn again: turned upright, and in a format that every encoder takes.
    transform: { width: plan.width, height: plan.height, fit: 'fill', force: true },
    onEncoderConfig: config => {
      // Without it, encoders spend the bits of 30 frames a second.
      config.framerate = plan.rate
    },
  })
  output.addVideoTrack(source)
  await output.start()
  try {
    const { hardwareAcceleration } = hardware.decoder
    const sink = new VideoSampleSink(track, hardwareAcceleration ? { hardwareAcceleration } : {})
    let told = 0
    for await (const sample of sink.samples(0)) {
      try {
        if (cancelled) throw new Stopped('cancelled')
        // The film doesn't show what is before its beginning.
        if (sample.timestamp >= 0) await source.add(sample)
        if (performance.now() - told < tellEveryMs) continue
        told = performance.now()
        say({ kind: 'progress', seconds: sample.timestamp })
      } finally {
        sample.close()
      }
    }
    await output.finalize()
  } catch (error) {
    if (output.state === 'started') await output.cancel()
    throw error
  }
}

/** What the film has beside the picture, and an index of both. */
async function addTheRest(film: File, cutter: Cutter, file: SyncAccess): Promise<void> {
  const encoded: RandomAccessSource = {
    size: file.getSize(),
    async read(offset, length) {
      const bytes = new Uint8Array(Math.min(length, file.getSize() - offset))
      return bytes.subarray(0, file.read(bytes, { at: offset }))
    },
  }
  const { moov } = await findMoov(encoded)
  if (!moov) throw new Stopped('failed')
  // Its index follows a header of 8 bytes.
  let at = moov.offset - 8
  const parts = cutter.withPicture(await openCutter(encoded), at)
  file.truncate(at)
  for (const part of parts) {
    if (part instanceof Uint8Array) at += file.write(part, { at })
    else
      for (let from = part.start; from < part.end; from += copiedAtOnce) {
        const bytes = await film.slice(from, Math.min(part.end, from + copiedAtOnce)).arrayBuffer()
        at += file.write(new Uint8Array(bytes), { at })
      }
  }
}

function problemOf(error: unknown): Problem | 'cancelled' {
  if (cancelled) return 'cancelled'
  if (error instanceof Stopped) return error.problem
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'noRoom' : 'failed'
}

addEventListener('message', ({ data: task }: MessageEvent<Task>) => {
  if (task.kind === 'cancel') {
    cancelled = true
    return
  }
  const work = task.kind === 'look' ? look(task.film) : make(task)
  work.catch((error: unknown) => {
    const problem = problemOf(error)
    if (problem === 'cancelled') say({ kind: 'cancelled' })
    else say({ kind: 'refused', problem, cause: String(error) })
  })
})
