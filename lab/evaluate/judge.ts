import { conclude } from '#server/analysis/analyze.ts'
import { findCuts, lookDistance } from '#server/analysis/cuts/index.ts'
import { measureSignals } from '#server/analysis/observe.ts'
import { receiverOf } from '#server/analysis/receiver.ts'
import type { AnalysisInput, AnalysisResult, Signals } from '#server/analysis/types.ts'
import { containerOf } from '#server/core/media/container.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { streamsOf } from '#server/core/media/streams.ts'
import { readTelemetry } from '#telemetry/index.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { type Curve, randomMoments, topMoments, uniformMoments } from './baselines.ts'
import type { Found, Judged, Truth } from './types.ts'

/** The analysis twice, and four baselines that know the number and length of the true highlights. */
export const methods = [
  'all',
  'picture and sound',
  'loudest',
  'frame difference',
  'uniform',
  'random',
] as const
export type Method = (typeof methods)[number]

/** Random draws are repeated, so that the baseline is their mean. */
const randomDraws = 20

export interface VideoJudgement {
  judged: Record<Method, Judged[]>
  /** duration of the decode pass, seconds */
  passSeconds: number
  abstained: Record<'all' | 'pictureAndSound', AnalysisResult['abstained']>
}

const momentsOf = (result: AnalysisResult): Found[] =>
  result.highlights.map(({ start, end, certainty, strength, evidence }) => ({
    start,
    end,
    score: certainty,
    strength,
    airtime: evidence.find(item => item.type === 'jump' && item.source === 'imu')?.value ?? null,
    kind: evidence[0]?.type ?? 'none',
  }))

/** Users see cuts as scene starts. The first scene starts with the video, which is not a cut. */
const sceneStartsOf = (result: AnalysisResult) =>
  result.scenes.map(scene => scene.timestamp).filter(start => start > 0)

/** Mean difference of each small frame to the previous one, unsmoothed: the simplest measure of movement. */
function frameDifference({ picture, pictureHz }: Signals): Curve {
  return {
    hz: pictureHz,
    values: Float32Array.from(picture.luma, (_, at) =>
      at === 0 ? 0 : lookDistance(picture.looks, at - 1, at),
    ),
  }
}

/** @throws UnusableVideoError when the file is not a video */
export async function inputOf(path: string): Promise<AnalysisInput> {
  const container = await containerOf(path)
  if (!container) throw new Error(`${path} is no video of a kind that can be read`)
  const probe = await probeFile(path, container.demuxer)
  const { width, height, fps, hasBFrames, codec } = probe.video
  const { durationSeconds, sizeBytes } = probe
  return {
    path,
    durationSeconds,
    width,
    height,
    fps,
    hasBFrames,
    codec,
    sizeBytes,
    streams: streamsOf(probe),
  }
}

/**
 * Runs the analysis on a video, with and without telemetry from one decode pass, and the baselines.
 * @param random numbers in [0, 1) for the random baseline
 */
export async function judgeVideo(
  input: AnalysisInput,
  truth: Truth,
  random: () => number,
  onProgress: (fraction: number) => void,
): Promise<VideoJudgement> {
  const telemetry = await readTelemetry(input.path)
  const began = performance.now()
  const signals = await measureSignals(input, telemetry, onProgress)
  const passSeconds = (performance.now() - began) / 1000
  const all = conclude(input, signals, telemetry)
  const plain = conclude(input, signals, null)
  const cuts = (given: Telemetry | null) =>
    findCuts(signals, given, receiverOf(given, input.durationSeconds).lag).map(cut => cut.time)
  const judge = (
    found: Found[],
    seen: number[] | null = null,
    sceneStarts: number[] | null = null,
  ): Judged[] => [{ truth, found, cuts: seen, sceneStarts }]
  return {
    judged: {
      all: judge(momentsOf(all), cuts(telemetry), sceneStartsOf(all)),
      'picture and sound': judge(momentsOf(plain), cuts(null), sceneStartsOf(plain)),
      loudest: judge(
        signals.sound ? topMoments(truth, { hz: signals.sound.hz, values: signals.sound.db }) : [],
      ),
      'frame difference': judge(topMoments(truth, frameDifference(signals))),
      uniform: judge(uniformMoments(truth)),
      random: Array.from({ length: randomDraws }, () => judge(randomMoments(truth, random))).flat(),
    },
    passSeconds,
    abstained: { all: all.abstained, pictureAndSound: plain.abstained },
  }
}
