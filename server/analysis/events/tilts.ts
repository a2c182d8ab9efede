import { sentences as measured } from '#sentences/measured.ts'
import { levelHz } from '../attitude/level.ts'
import { framesOf } from '../cuts/index.ts'
import { inDegrees, median, round } from '../math.ts'
import { knowsSpeed, movingShare, speedBetween } from '../ride-state.ts'
import type { Evidence, RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'
import { courseOf, plateaus, type Search } from './seen/plateaus.ts'
import { travelsThrough } from './travels.ts'

/** A slope tilts the camera for seconds: degrees more than before and after it. */
const search = {
  lengths: [2.5, 3.5, 5, 7, 9],
  beside: { seconds: 3, gap: 1.2 },
  oneSided: false,
  least: 7,
} satisfies Partial<Search>
/** The least slope in degrees; as steep as a climb by GPS has to be. */
const steep = 8.5
/** No vehicle climbs 45°: a head that looks at the ground or the sky does. */
const impossible = 45
const shortest = 2

/** Steep climbs and descents by how far the vehicle tilts, for rides or parts of them whose height no receiver measured. */
export function tiltEvidence(facts: RideFacts): Evidence[] {
  const { level, shots, state } = facts
  if (!level || knowsSpeed(state)) return []
  const tilt = courseOf(level.tilt.map(angle => (Number.isNaN(angle) ? 0 : inDegrees(angle))))
  return shots.flatMap(shot => {
    const frames = framesOf(shot, levelHz, level.length)
    const usual = median(tilt.values.subarray(frames.from, frames.to))
    return ([1, -1] as const).flatMap(side =>
      plateaus(tilt, { ...search, side, hz: levelHz, shot: frames }).flatMap(({ from, to }) => {
        const [start, end] = [from / levelHz, to / levelHz]
        const slope = side * (median(tilt.values.subarray(from, to)) - usual)
        if (end - start < shortest || slope < steep || slope > impossible) return []
        if (movingShare(state, start, end) < 0.5 || !travelsThrough(facts, start, end)) return []
        // A receiver measures height over distance, which a head that nods or a leaning "up" doesn't change.
        if (speedBetween(state, start, end) !== null) return []
        const grade = 100 * Math.tan((slope * Math.PI) / 180)
        return evidenceOf({
          type: side === 1 ? 'climb' : 'descent',
          source: 'imu',
          start,
          end,
          core: (start + end) / 2,
          value: grade,
          says: (side === 1 ? measured.tiltedUp : measured.tiltedDown)({
            grade: round(grade, 1),
            seconds: round(end - start, 3),
          }),
        })
      }),
    )
  })
}
