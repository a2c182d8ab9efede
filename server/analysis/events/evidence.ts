import type { Sentence } from '#server/core/sentences.ts'
import { clamp, round } from '../math.ts'
import { strengthOf, unitOf } from '../products/anchors.ts'
import type { Evidence } from '../types.ts'

/**
 * One piece of evidence with its strength from the anchors, reduced by `weight` (0 to 1) for whatever
 * contradicts it.
 */
export function evidenceOf(
  {
    says,
    ...fact
  }: Pick<Evidence, 'type' | 'source' | 'start' | 'end' | 'core' | 'value'> & { says: Sentence },
  weight = 1,
): Evidence {
  const start = Math.max(0, fact.start)
  const end = Math.max(start, fact.end)
  return {
    ...fact,
    text: says,
    start: round(start, 3),
    end: round(end, 3),
    core: round(clamp(fact.core, start, end), 3),
    value: round(fact.value, 3),
    unit: unitOf(fact.type),
    strength: round(strengthOf(fact.type, fact.value) * clamp(weight, 0, 1), 4),
  }
}

/** The same evidence, half as strong as its own value says and half as strong as something else measured says. */
export const halfBy = (item: Evidence, strength: number): Evidence => ({
  ...item,
  strength: round((item.strength + strength) / 2, 4),
})
