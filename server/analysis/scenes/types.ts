import { clamp } from '../math.ts'

export const sceneTypes = [
  'trail',
  'forest',
  'desert',
  'mud',
  'water',
  'snow',
  'beach',
  'town',
  'indoor',
  'night',
  'parked',
  'talking',
] as const
export type SceneType = (typeof sceneTypes)[number]

/** The measurements at one moment. Luma 0 to 255, chroma around 0, shares 0 to 1. */
export interface SceneSample {
  moving: boolean
  luma: number
  bottomLuma: number
  bottomU: number
  bottomV: number
  /**
   * share of sound in the voice band, and the variation of its level within a second, dB; null without sound
   */
  voice: { share: number; swing: number } | null
  /** the camera's own classes (SCEN) by FourCC; null if missing */
  camera: Map<string, number> | null
}

/** The camera's classes and our names for them (gpmf-parser: SNOW, URBA, INDO, WATR, VEGE, BEAC). */
const cameraClasses: Record<string, SceneType> = {
  SNOW: 'snow',
  URBA: 'town',
  INDO: 'indoor',
  WATR: 'water',
  VEGE: 'forest',
  BEAC: 'beach',
}

/** 0 below `from`, 1 above `to`, linear between. */
const ramp = (value: number, from: number, to: number) => clamp((value - from) / (to - from), 0, 1)
const all = (...shares: number[]) => Math.min(...shares)

/** Colors of the ground: the lower half of the picture, in limited-range YUV. */
function groundScores({ bottomLuma, bottomU, bottomV }: SceneSample): Partial<Record<SceneType, number>> {
  const gray = 1 - ramp(Math.hypot(bottomU, bottomV), 6, 14)
  return {
    snow: all(gray, ramp(bottomLuma, 145, 185)),
    water: all(ramp(bottomU, 4, 12), ramp(-bottomV, 0, 6)),
    forest: all(ramp(-bottomU, 2, 9), ramp(-bottomV, 1, 7)),
    desert: all(ramp(-bottomU, 6, 16), ramp(bottomV, 3, 10), ramp(bottomLuma, 85, 115)),
    mud: all(ramp(-bottomU, 2, 8), ramp(bottomV, 1, 5), 1 - ramp(bottomLuma, 70, 95)),
  }
}

const plain = 0.4

/** How well each type fits a moment, 0 to 1; without a matching rule it is a trail. */
export function sceneScores(sample: SceneSample): Record<SceneType, number> {
  const scores = Object.fromEntries(sceneTypes.map(type => [type, 0])) as Record<SceneType, number>
  scores.trail = plain
  scores.night = ramp(48 - sample.luma, 0, 14)
  if (sample.camera)
    for (const [fourcc, share] of sample.camera) {
      const type = cameraClasses[fourcc]
      if (type) scores[type] = Math.max(scores[type], share)
    }
  else Object.assign(scores, groundScores(sample))
  if (!sample.moving) {
    for (const type of sceneTypes) scores[type] *= 0.5
    scores.parked = 0.75
    if (sample.voice)
      scores.talking = all(ramp(sample.voice.share, 0.15, 0.35), ramp(sample.voice.swing, 2.5, 6))
  }
  return scores
}
