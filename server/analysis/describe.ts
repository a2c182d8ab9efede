import type { TimeSpan } from '#contract/analysis.ts'
import { shownCurve } from './calibration/excitement.ts'
import { type Choice, sourceOf } from './choose.ts'
import { everything } from './private-places/hidden-spans.ts'
import { factsShown } from './private-places/shown.ts'
import { strengthOver } from './products/curve.ts'
import { suggestEdits } from './products/edits.ts'
import { focusPath } from './products/focus.ts'
import { planReels } from './products/reels.ts'
import { recommendThumbnails } from './products/thumbnails.ts'
import { capByPicture, corroboration, viralPotentialOf } from './products/viral.ts'
import { measureTrack } from './ride-data/measure.ts'
import { describeScenes } from './scenes/index.ts'
import { summarizeTelemetry } from './telemetry-summary.ts'
import { writeTexts } from './texts/index.ts'
import type { AnalysisInput, AnalysisResult, Ride } from './types.ts'

/** A ride and what was chosen in it. */
interface Found {
  ride: Ride
  choice: Choice
}

/** Its course: how exciting it is when, its scenes, and how well it may do. */
function courseOf({ ride: { shown }, choice: { evidence, highlights } }: Found, input: AnalysisInput) {
  const curve = strengthOver(shown, evidence)
  const scenes = describeScenes(shown)
  return { curve, scenes, viralPotential: viralPotentialOf(shown, highlights, curve, scenes, input) }
}

interface Description {
  result: Omit<AnalysisResult, 'version'>
  /** when the texts that others see say nothing that GPS measured, at the times of the evidence */
  hidden: readonly TimeSpan[]
}

const hideAll: NonNullable<AnalysisInput['hide']> = track => (track.length > 0 ? everything : [])

/**
 * What people read and see of a ride and its highlights.
 * @param seen the same by picture and sound alone; null when there is nothing else
 */
export function describeRide(found: Found, seen: Found | null, input: AnalysisInput): Description {
  const { ride, choice } = found
  const { shown: facts, telemetry } = ride
  const { durationSeconds, signals } = facts
  const { highlights, abstained, safety } = choice
  const { curve, scenes, viralPotential } = courseOf(found, input)
  const { hide = hideAll } = input
  const hidden = hide(measureTrack(facts.telemetry, durationSeconds))
  const visible = factsShown({ highlights, scenes }, hidden)
  const result = {
    durationSeconds,
    quality: signals.quality,
    telemetry: summarizeTelemetry(telemetry),
    curve: shownCurve(curve, highlights, sourceOf(facts)),
    scenes,
    highlights: highlights.map(h => ({ ...h, focus: focusPath(signals, h) })),
    abstained,
    editingSuggestions: suggestEdits(facts, highlights, curve, input),
    viralPotential: seen
      ? capByPicture(viralPotential, courseOf(seen, input).viralPotential, corroboration(facts, highlights))
      : viralPotential,
    thumbnails: recommendThumbnails(facts, highlights),
    compilations: planReels(highlights, scenes, visible.highlights),
    texts: writeTexts({ input, ...visible, durationSeconds }),
    safety,
  }
  return { result, hidden }
}
