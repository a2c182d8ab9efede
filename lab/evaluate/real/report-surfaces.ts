import type { EvidenceType } from '#contract/evidence.ts'
import { findEvidence } from '#server/analysis/events/index.ts'
import { readSurfaces } from './anomalies.ts'
import { factsOf } from './facts.ts'
import { markdown } from './table.ts'

const counted: readonly EvidenceType[] = ['jump', 'impact', 'rough_ground', 'rollover']

/** Bumps, potholes and plain roads; none of them is a jump. */
export async function reportOnSurfaces(folder: string): Promise<string> {
  const rows = (await readSurfaces(folder)).map(({ name, recordings, seconds }) => {
    const found = recordings.flatMap(({ telemetry, seconds: length }) => {
      const facts = factsOf(telemetry, length)
      // Recorded in moving cars, which such a short segment wouldn't show by itself.
      facts.state.moving.fill(1)
      return findEvidence(facts)
    })
    return [
      name,
      recordings.length,
      (seconds / 60).toFixed(1),
      ...counted.map(type => found.filter(item => item.type === type).length),
    ]
  })
  return [
    '## Road anomalies (González et al. 2017)',
    'Vertical acceleration only: no turn rate, no speed, no direction of travel. Jumps, hits, rough ground and rollovers can be judged; nothing else. Right is no jump, no hit and no rollover at all.',
    markdown(['road', 'pieces', 'minutes', ...counted.map(type => type.replaceAll('_', ' '))], rows),
  ].join('\n\n')
}
