import { sentences as mediaSentences } from '#sentences/media.ts'
import { ffmpegCommand } from '#server/core/media/command.ts'
import { containerOf } from '#server/core/media/container.ts'
import { UnusableVideoError } from '#server/core/media/probe.ts'
import { runMedia } from '#server/core/media/process.ts'
import { median } from '../math.ts'
import { createFramer } from '../signals/pipes.ts'
import { type DecodePlan, threadOptions } from '../signals/plan.ts'
import type { AnalysisInput, Closeup, Doubt, Signals } from '../types.ts'
import { alignedShare } from './alignment.ts'
import { recoloredShare } from './colors.ts'
import type { Picture } from './patches.ts'
import { fixedIn, followedShare, type IsFixed, keptShare } from './tracks.ts'

/** Frames examined per second; a video with fewer uses all of them. */
const mostFrames = 30
/** Seconds before and after a hard change that serve as its baseline. */
const margin = 0.2
const timeoutMs = 120_000
const niceness = 10

/** A section's frames in the plan's size, `rate` a second from `start` on. */
async function readFrames(
  { path: file, streams }: AnalysisInput,
  demuxer: string,
  plan: DecodePlan,
  { start, seconds, rate }: { start: number; seconds: number; rate: number },
  signal: AbortSignal | undefined,
): Promise<Picture[]> {
  const { width, height } = plan
  const frames: Picture[] = []
  const [whole, chroma] = [width * height, (width >> 1) * (height >> 1)]
  const take = createFramer(whole + 2 * chroma, bytes => {
    const [luma, u, v] = [
      bytes.slice(0, whole),
      bytes.slice(whole, whole + chroma),
      bytes.slice(whole + chroma),
    ]
    frames.push({ luma, u, v, width, height })
  })
  const command = ffmpegCommand({
    file,
    demuxer,
    streams,
    decoding: threadOptions(plan),
    parts: [{ start, seconds }],
    outputs: [
      {
        maps: ['picture'],
        options: [
          '-vf',
          `fps=${rate}:start_time=0,scale=${width}:${height}:flags=area:out_range=tv,format=yuv420p`,
        ],
        to: { kind: 'pipe', fd: 1, format: 'rawvideo' },
      },
    ],
  })
  await runMedia(command, {
    signal,
    timeoutMs,
    niceness,
    onStdout: stdout => void stdout.on('data', take),
  })
  return frames
}

/** The step between two frames that keeps the least of the picture, compared with the steps around it. */
function weakestStep(frames: readonly Picture[], isFixed: IsFixed) {
  const kept = frames.slice(1).map((frame, i) => keptShare(frames[i]!, frame, isFixed))
  const known = kept.filter(share => !Number.isNaN(share))
  if (!known.length) return null
  const weakest = kept.indexOf(Math.min(...known))
  // A single broken or flashed frame lies between two that match.
  const over = [
    [weakest - 1, weakest + 1],
    [weakest, weakest + 2],
  ].map(([from, to]) =>
    frames[from!] && frames[to!] ? keptShare(frames[from!]!, frames[to!]!, isFixed) : Number.NaN,
  )
  return {
    after: weakest + 1,
    kept: Math.max(kept[weakest]!, ...over.filter(share => !Number.isNaN(share))),
    usual: median(known),
    aligned: alignedShare(frames[weakest]!, frames[weakest + 1]!, isFixed),
    recolored: recoloredShare(frames, weakest + 1),
  }
}

/**
 * Examines uncertain changes again at the video's full frame rate: whether each frame's corners are in the
 * next one, or can be followed through it. Costs about a second of decoding for each.
 * @throws UnusableVideoError, MediaProcessError; the signal's reason when aborted
 */
export async function readCloseups(
  input: AnalysisInput,
  plan: DecodePlan,
  { pictureHz, picture }: Signals,
  doubts: readonly Doubt[],
  signal?: AbortSignal,
): Promise<Closeup[]> {
  if (!doubts.length) return []
  const container = await containerOf(input.path)
  if (!container) throw new UnusableVideoError(mediaSentences.unknownKind)
  const isFixed = fixedIn(picture.stills.map(luma => ({ luma, width: plan.width, height: plan.height })))
  const rate = Math.min(mostFrames, input.fps)
  const closeups: Closeup[] = []
  for (const doubt of doubts) {
    const { from, to } =
      doubt.kind === 'cut'
        ? { from: (doubt.frame - 1) / pictureHz - margin, to: doubt.frame / pictureHz + margin }
        : { from: (doubt.middle - doubt.half) / pictureHz, to: (doubt.middle + doubt.half) / pictureHz }
    const start = Math.max(0, from)
    const stretch = { start, seconds: to - start, rate }
    const frames = await readFrames(input, container.demuxer, plan, stretch, signal)
    if (doubt.kind === 'dissolve') {
      const ways = [frames, frames.toReversed()].map(way => followedShare(way, isFixed))
      closeups.push({ ...doubt, followed: ways[0]! + ways[1]! })
      continue
    }
    const step = weakestStep(frames, isFixed)
    if (!step) continue
    const { after, ...shares } = step
    closeups.push({ ...doubt, ...shares, time: start + after / rate })
  }
  return closeups
}
