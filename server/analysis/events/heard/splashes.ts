import { sentences as measured } from '#sentences/measured.ts'
import { framesOf } from '../../cuts/index.ts'
import { clamp, median, quantile, round } from '../../math.ts'
import { strengthBy } from '../../products/anchors.ts'
import { speedBetween } from '../../ride-state.ts'
import type { Evidence, RideFacts, SoundLevels } from '../../types.ts'
import { evidenceOf } from '../evidence.ts'
import { knownTens, louderThanBeside, medianIn, ratioBeside } from '../seen/around.ts'
import { type Candidate, likelyOnes } from '../seen/likelihood.ts'
import { courseOf, meanContrast, plateaus, type Search } from '../seen/plateaus.ts'
import { travelsThrough } from '../travels.ts'
import { over, rides, usualLevel } from './sound-levels.ts'

/** A splash hisses over the engine for seconds, dB over what is before and after it. */
const search = {
  side: 1,
  lengths: [0.8, 1.2, 1.8, 2.6, 3.6],
  beside: { seconds: 2.5, gap: 0.4 },
  oneSided: false,
  least: 2.5,
} satisfies Partial<Search>
const shortest = 0.6
/** Levels are averaged over this many seconds. */
const averaged = 0.3
/** Tens of dB, and logarithms of ratios, beyond which more means nothing. */
const most = { hiss: 0.8, loud: 0.6, tilt: 0.3, above: 0.5, ratio: 0.4 }
/** Seconds before a splash in which its speed, or else the noise of wheels and wind is measured. */
const entry = { speed: 0.5, noise: { from: 1.5, to: 0.2 } }

/**
 * Stretches that may be water: spray hisses above 4 kHz more than the engine is loud, and covers the picture's colors,
 * while the wind gets no louder.
 */
export function possibleSplashes(facts: RideFacts): Candidate[] {
  const { shots, signals, heard: levels } = facts
  if (!levels) return []
  const { hz } = levels
  const smoothed = (of: (i: number) => number) =>
    courseOf(
      over(
        levels.high.map((_, i) => of(i)),
        hz,
        averaged,
      ),
    )
  const hiss = smoothed(i => levels.high[i]! - levels.engine[i]!)
  const high = smoothed(i => levels.high[i]!)
  const tilt = smoothed(i => levels.high[i]! - levels.voice[i]!)
  const usual = usualLevel(facts, levels.high, hz).middle
  return shots.flatMap(shot => {
    const within: Search = { ...search, hz, shot: framesOf(shot, hz, levels.high.length) }
    return plateaus(hiss, within).flatMap(stretch => {
      const [start, end] = [stretch.from / hz, stretch.to / hz]
      const isRide = rides(facts, start, end) && travelsThrough(facts, start, end)
      if (end - start < shortest || !isRide) return []
      const level = levels.high.subarray(stretch.from, stretch.to)
      const paler = ratioBeside(signals.picture.colorfulness, signals.pictureHz, start, end)
      const signs = {
        hiss: knownTens(stretch.height, most.hiss),
        loud: knownTens(meanContrast(high, stretch, within), most.loud),
        tilt: knownTens(meanContrast(tilt, stretch, within), most.tilt),
        above: knownTens(median(level) - usual, most.above),
        wind: louderThanBeside(levels, 'low', start, end),
        color: clamp(paler, -most.ratio, most.ratio),
      }
      return { start, end, core: (start + end) / 2, value: quantile(level, 0.9) - usual, signs }
    })
  })
}

/**
 * A splash is as strong as it is fast; how loud it is depends more on the microphone. Without GPS, the hiss of wheels and
 * wind before it says how fast.
 * @param usual median of that hiss over the ride, dB
 * @returns null when neither is known
 */
function strengthOfEntry({ state }: RideFacts, levels: SoundLevels, start: number, usual: number) {
  const speed = speedBetween(state, start - entry.speed, start)
  if (speed !== null) return strengthBy('entrySpeed', speed)
  const noise = medianIn(levels.high, levels.hz, start - entry.noise.from, start - entry.noise.to)
  return Number.isNaN(noise) ? null : strengthBy('entryNoise', noise - usual)
}

/** Water, as it sounds and looks. */
export function splashEvidence(facts: RideFacts): Evidence[] {
  const { heard: levels } = facts
  if (!levels) return []
  const usual = usualLevel(facts, over(levels.high, levels.hz, averaged), levels.hz).middle
  return likelyOnes(possibleSplashes(facts), 'splash').map(({ start, end, core, value, trust }) => {
    const heard = evidenceOf(
      {
        ...{ type: 'splash', source: 'sound', start, end, core, value },
        says: measured.hiss({ seconds: round(end - start, 3), loudness: round(value, 1) }),
      },
      trust,
    )
    const strength = strengthOfEntry(facts, levels, start, usual)
    return strength === null ? heard : { ...heard, strength: round(strength * trust, 4) }
  })
}
