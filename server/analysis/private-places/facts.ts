import type { AnalysisResult, Evidence, Highlight, TimeSpan } from '#contract/analysis.ts'
import { told } from '#server/core/db/told.ts'
import { headline } from '../highlights/describe.ts'
import { nameOf } from '../highlights/names.ts'

const touches = (hidden: readonly TimeSpan[], start: number, end: number): boolean =>
  hidden.some(span => start < span.end && end > span.start)

/**
 * A highlight without GPS measurements from hidden spans; measurements by picture, sound and motion sensors stay: a whole
 * motocross track fits into a private place.
 */
function outside(highlight: Highlight, spans: readonly TimeSpan[]): Highlight {
  const [lead] = highlight.evidence
  const hidden = ({ source, start, end }: Evidence) => source === 'gps' && touches(spans, start, end)
  const evidence = highlight.evidence.filter(item => !hidden(item))
  if (!lead || evidence.length === highlight.evidence.length) return highlight
  const [first] = evidence
  // Its sentence goes with its text: both would say what is hidden.
  return {
    ...highlight,
    evidence,
    ...told({ description: first ? headline(first, evidence) : nameOf(lead.type) }),
  }
}

/**
 * The part of a result for texts that others see: speeds, climbs and the like that GPS measured in hidden spans are left
 * out, because they tell where those are. Indexes don't change.
 */
export const factsOutside = <T extends Pick<AnalysisResult, 'highlights' | 'scenes'>>(
  result: T,
  hidden: readonly TimeSpan[],
): T => ({
  ...result,
  highlights: result.highlights.map(highlight => outside(highlight, hidden)),
  scenes: result.scenes.map(scene =>
    touches(hidden, scene.timestamp, scene.end)
      ? { ...scene, ...told({ description: scene.sceneType }) }
      : scene,
  ),
})
