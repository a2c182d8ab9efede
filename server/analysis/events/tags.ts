import { sentences as measured } from '#sentences/measured.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { CameraTag } from '#telemetry/types.ts'
import { shotAt } from '../cuts/index.ts'
import type { Evidence, RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'

/** A rider presses the button after the moment, so most of the window lies before it. */
const pressBefore = 4
const pressAfter = 1
/** The strength of a button press, and of the camera's own detection when it has no score. */
const manualValue = 0.65
const foundValue = 0.55

const says: Record<CameraTag['kind'], Sentence> = {
  manual: measured.tagged,
  imu: measured.taggedByMotion,
  sound: measured.taggedBySound,
  fused: measured.taggedByBoth,
}

/** The highlights that the camera wrote to the file. */
export function tagEvidence({ telemetry, shots }: RideFacts): Evidence[] {
  return (telemetry?.tags ?? []).map(tag => {
    const shot = shotAt(shots, tag.time)
    const spans = tag.end > tag.start
    const value = tag.kind === 'manual' ? manualValue : (tag.score ?? tag.confidence ?? foundValue)
    return evidenceOf({
      type: 'camera_tag',
      source: 'camera',
      start: Math.max(shot.start, spans ? tag.start : tag.time - pressBefore),
      end: Math.min(shot.end, spans ? tag.end : tag.time + pressAfter),
      core: tag.time,
      value,
      says: says[tag.kind],
    })
  })
}
