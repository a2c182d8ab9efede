import type { ExcitementCurve } from '#contract/analysis.ts'
import type { Clip } from '../../../entities/highlight/timeline/clips.ts'
import { texts } from '../texts.ts'

const { moments } = texts.demo

/** The landing page's example: made up, and labeled as an example there. Times in seconds. */
export interface DemoClip extends Clip {
  facts: string
}

export const duration = 194

export const clips: readonly DemoClip[] = [
  {
    start: 33,
    end: 42,
    score: 0.82,
    clipType: 'action',
    ...moments.jump,
  },
  {
    start: 67,
    end: 76,
    score: 0.62,
    clipType: 'scenic',
    ...moments.wash,
  },
  {
    start: 113,
    end: 124,
    score: 0.95,
    clipType: 'action',
    ...moments.longJump,
  },
  {
    start: 154,
    end: 166,
    score: 0.74,
    clipType: 'scenic',
    ...moments.ridge,
  },
]

export const scenes = [
  { timestamp: 0, sceneType: 'dunes' },
  { timestamp: 52, sceneType: 'wash' },
  { timestamp: 88, sceneType: 'dunes' },
  { timestamp: 146, sceneType: 'ridge' },
] as const

const swells: readonly [center: number, width: number, height: number][] = [
  [14, 4, 0.2],
  [37.5, 4.6, 0.58],
  [71, 3.8, 0.4],
  [96, 4, 0.18],
  [118, 4.4, 0.76],
  [132, 3.2, 0.4],
  [160, 4.6, 0.5],
]

const at = (second: number): number =>
  swells.reduce(
    (sum, [center, width, height]) => sum + height * Math.exp(-(((second - center) / width) ** 2) / 2),
    0.1,
  ) +
  0.025 * Math.sin(second * 1.9) +
  0.02 * Math.sin(second * 0.83 + 1) +
  0.015 * Math.sin(second * 4.7)

export const curve: ExcitementCurve = {
  stepSeconds: 1,
  values: Array.from({ length: duration + 1 }, (_, second) => Math.min(1, Math.max(0.02, at(second)))),
}

/** 0 to 1 at any moment. */
export const excitementAt = (second: number): number => Math.min(1, Math.max(0, at(second)))

/** The scene at a moment. */
export const sceneAt = (second: number): number => scenes.findLastIndex(scene => scene.timestamp <= second)
