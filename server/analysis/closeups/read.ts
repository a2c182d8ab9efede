import { ffmpegCommand } from '#server/platform/media/command.ts'
import { containerOf } from '#server/platform/media/container.ts'
import { UnusableVideoError } from '#server/platform/media/probe.ts'
import { runMedia } from '#server/platform/media/process.ts'
import { sentences as mediaSentences } from '#server/platform/media/sentences.ts'
import { median } from '../math.ts'
import { createFramer } from '../signals/frames.ts'
import { type DecodePlan, threadOptions } from '../signals/plan.ts'
import type { AnalysisInput, Closeup, Doubt, Signals } from '../types.ts'
import { alignedShare } from './alignment.ts'
import type { Plane } from './patches.ts'
import { fixedIn, followedShare, type IsFixed, keptShare } from './tracks.ts'

/** Frames examined per second; a video with fewer uses all of them. */
const mostFrames = 30
/** Seconds before and after a hard change that serve as its baseline. */
const margin = 0.2
const timeoutMs = 120_000
const niceness = 10

/** A section's frames as luma planes of the plan's size, `rate` a second from `start` on. */
async function readPlanes(
  { path: file, streams }: AnalysisInput,
  demuxer: string,
  plan: DecodePlan,
  { start, seconds, rate }: { start: number; seconds: number; rate: number },
  signal: AbortSignal | undefined,
): Promise<Plane[]> {
  const { width, height } = plan
  const planes: Plane[] = []
  const take = createFramer(width * height, frame => planes.push({ luma: frame.slice(), width, height }))
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
          `fps=${rate}:start_time=0,scale=${width}:${height}:flags=area:out_range=tv,format=gray`,
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
  return planes
}

/** The step between two frames that keeps the least of the picture, compared with the steps around it. */
function weakestStep(planes: readonly Plane[], isFixed: IsFixed) {
  const kept = planes.slice(1).map((plane, i) => keptShare(planes[i]!, plane, isFixed))
  const known = kept.filter(share => !Number.isNaN(share))
  if (!known.length) return null
  const weakest = kept.indexOf(Math.min(...known))
  // A single broken or flashed frame lies between two that match.
  const over = [
    [weakest - 1, weakest + 1],
    [weakest, weakest + 2],
  ].map(([from, to]) =>
    planes[from!] && planes[to!] ? keptShare(planes[from!]!, planes[to!]!, isFixed) : Number.NaN,
  )
  return {
    after: weakest + 1,
    kept: Math.max(kept[weakest]!, ...over.filter(share => !Number.isNaN(share))),
    usual: median(known),
    aligned: alignedShare(planes[weakest]!, planes[weakest + 1]!, isFixed),
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
    const planes = await readPlanes(input, container.demuxer, plan, stretch, signal)
    if (doubt.kind === 'dissolve') {
      const ways = [planes, planes.toReversed()].map(frames => followedShare(frames, isFixed))
      closeups.push({ ...doubt, followed: ways[0]! + ways[1]! })
      continue
    }
    const step = weakestStep(planes, isFixed)
    if (!step) continue
    const { after, ...shares } = step
    closeups.push({ ...doubt, ...shares, time: start + after / rate })
  }
  return closeups
}
