import { ffmpegCommand, type MediaCommand, type MediaSource } from '#server/core/media/command.ts'
import type { AnalysisInput } from '../types.ts'

/** How much of the video is decoded, from all of it to keyframes only. */
export type DecodeMode = 'full' | 'no_loop_filter' | 'no_reference_frames' | 'keyframes'

export interface DecodePlan {
  mode: DecodeMode
  /** decoding threads; null leaves it to ffmpeg */
  threads: 1 | null
  /** estimated CPU seconds for the chosen mode */
  cpuSeconds: number
  quality: 'full' | 'reduced'
  /** measured frames per second */
  hz: number
  /** frames per second for the camera's own motion; null where too many frames are left out */
  egoHz: number | null
  /** size at which frames are measured; the long side is 160 */
  width: number
  height: number
}

/** A full pass may use this much CPU before frames are left out. */
export const cpuBudgetSeconds = 900

// Measured on H.264 and HEVC with two cores; other codecs use the higher of the two.
const perGigapixel = (codec: string) =>
  codec === 'h264' || codec === 'mpeg4' || codec === 'mjpeg' ? 2.2 : 3.6
const perMegabyte = 0.17
/** Share of a full decode that each mode takes (H.264 1080p at 1 and 11 Mb/s). */
const share: Record<DecodeMode, number> = {
  full: 1,
  no_loop_filter: 0.79,
  no_reference_frames: 0.58,
  keyframes: 0.15,
}

/** CPU seconds for decoding everything: 2.2 per gigapixel (H.264) and 0.17 per megabyte. */
export const fullDecodeCpuSeconds = (input: AnalysisInput): number =>
  perGigapixel(input.codec) * ((input.width * input.height * input.fps * input.durationSeconds) / 1e9) +
  perMegabyte * (input.sizeBytes / 1e6)

/**
 * A second decoding thread costs a fifth more CPU for the same frames, so it has to be needed: one thread
 * serves while it decodes at least this many times as fast as the video plays.
 */
const fastEnough = 4

/** At fewer frames a second, a fast ride moves too far from one to the next. */
const slowestEgo = 20
const usualEgo = 30

/** About 30 frames a second at equal distances: every frame, or every second, third, … of a faster video. */
export function egoRate(fps: number): number | null {
  if (!(fps >= slowestEgo)) return null
  return fps / Math.max(1, Math.round(fps / usualEgo))
}

/** The most complete mode within the budget; keyframes when none fits. */
export function planDecode(input: AnalysisInput, budgetSeconds = cpuBudgetSeconds): DecodePlan {
  const full = fullDecodeCpuSeconds(input)
  const modes: DecodeMode[] = input.hasBFrames
    ? ['full', 'no_loop_filter', 'no_reference_frames']
    : ['full', 'no_loop_filter']
  const mode = modes.find(candidate => full * share[candidate] <= budgetSeconds) ?? 'keyframes'
  const upright = input.height > input.width
  const cpuSeconds = full * share[mode]
  return {
    mode,
    threads: cpuSeconds * fastEnough <= input.durationSeconds ? 1 : null,
    cpuSeconds,
    quality: mode === 'keyframes' ? 'reduced' : 'full',
    hz: mode === 'keyframes' ? 2 : 8,
    egoHz: mode === 'full' || mode === 'no_loop_filter' ? egoRate(input.fps) : null,
    width: upright ? 90 : 160,
    height: upright ? 160 : 90,
  }
}

const decoderOptions: Record<DecodeMode, string[]> = {
  full: [],
  no_loop_filter: ['-skip_loop_filter:v', 'all'],
  no_reference_frames: ['-skip_loop_filter:v', 'all', '-skip_frame:v', 'noref'],
  keyframes: ['-skip_loop_filter:v', 'all', '-skip_frame:v', 'nokey'],
}

/** ffmpeg's options for the number of decoding threads. */
export const threadOptions = ({ threads }: DecodePlan): string[] =>
  threads === null ? [] : ['-threads:v', String(threads)]

/** For all filters: sharing such small pictures between threads costs more than it saves. */
const oneThread = ['-filter_threads', '1']

/**
 * The single decode pass: frames as yuv420p on pipe 1, audio as 16 kHz mono s16 on pipe 3, and luma at the video's
 * rate on pipe 4. All start at the video's time 0, whatever the streams' own first timestamps are.
 */
export function decodeCommand(
  plan: DecodePlan,
  source: MediaSource,
  { streams, durationSeconds }: Pick<AnalysisInput, 'streams' | 'durationSeconds'>,
): MediaCommand {
  // Keyframes end before the video does, so the last one covers the rest.
  const hold = plan.mode === 'keyframes' ? 'tpad=stop_mode=clone:stop=-1,' : ''
  const limit = plan.mode === 'keyframes' ? ['-t', durationSeconds.toFixed(3)] : []
  const size = `scale=${plan.width}:${plan.height}:flags=area:out_range=tv`
  return ffmpegCommand({
    ...source,
    streams,
    decoding: [...decoderOptions[plan.mode], ...threadOptions(plan)],
    outputs: [
      {
        maps: ['picture'],
        options: [
          ...oneThread,
          ...['-vf', `${hold}fps=${plan.hz}:start_time=0,${size},format=yuv420p`],
          ...limit,
        ],
        to: { kind: 'pipe', fd: 1, format: 'rawvideo' },
      },
      ...(plan.egoHz
        ? [
            {
              maps: ['picture'] as const,
              // Averages over columns and rows need no clean pixels, and picking some costs nearly nothing.
              options: [
                '-vf',
                `fps=${plan.egoHz}:start_time=0,scale=${plan.width}:${plan.height}:flags=neighbor,format=gray`,
              ],
              to: { kind: 'pipe', fd: 4, format: 'rawvideo' } as const,
            },
          ]
        : []),
      ...(streams.sound !== null
        ? [
            {
              maps: ['sound'] as const,
              options: ['-af', 'aresample=16000:async=1:first_pts=0', '-ac', '1'],
              to: { kind: 'pipe', fd: 3, format: 's16le' } as const,
            },
          ]
        : []),
    ],
  })
}
