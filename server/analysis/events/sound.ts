import type { Evidence } from '#contract/analysis.ts'
import { withinOneShot } from '../cuts.ts'
import { argMax, clamp, median, movingMedian, quantile, runs, smooth } from '../math.ts'
import { movingShare } from '../ride-state.ts'
import { silence } from '../signals/sound.ts'
import type { RideFacts, SoundFeatures } from '../types.ts'
import { evidenceOf } from './evidence.ts'

/** All levels are compared with the ride's own, so turning the volume changes nothing. dB and seconds. */
const burstDb = 4
const burstSeconds = 0.4
const dipDb = 4
const dipShortest = 0.2
const dipLongest = 2.2
const thumpDb = 6
const thumpWithin = 0.35
const cheerDb = 7
const cheerShortest = 0.5

/** Level of one band in dB. */
const bandDb = (sound: SoundFeatures, share: Float32Array) =>
  sound.db.map((db, i) => Math.max(silence - 60, db + 10 * Math.log10(Math.max(share[i]!, 1e-6))))

/** Sound that holds nothing: a muted microphone or digital noise. */
export const isSilent = (sound: SoundFeatures) => !(quantile(sound.db, 0.95) > -75)

/** Level without wind: the lowest band is what wind fills. */
function windlessDb(sound: SoundFeatures): Float32Array {
  return sound.db.map((db, i) => db + 10 * Math.log10(Math.max(1 - sound.low[i]!, 1e-4)))
}

export function soundEvidence(facts: RideFacts): Evidence[] {
  const { sound } = facts.signals
  if (!sound || isSilent(sound)) return []
  const { hz } = sound
  const { state, shots } = facts
  const level = smooth(windlessDb(sound), Math.round(hz * 0.25))
  const usual = median(level)
  const spread = Math.max(1.5, quantile(level, 0.75) - usual)
  const seconds = (frame: number) => frame / hz

  const bursts = runs(
    level.length,
    i => level[i]! > usual + Math.max(burstDb, 1.5 * spread),
    Math.round(hz * 0.3),
    Math.round(hz * burstSeconds),
  ).flatMap(({ from, to }) => {
    const start = seconds(from)
    const end = seconds(to)
    if (!withinOneShot(shots, start, end) || movingShare(state, start - 1, end + 1) < 0.5) return []
    const peak = argMax(level, from, to)
    const value = level[peak]! - usual
    return evidenceOf({
      type: 'sound_burst',
      source: 'sound',
      start,
      end,
      core: seconds(peak),
      value,
      text: `sound ${Math.round(value)} dB above the ride's median`,
    })
  })

  const short = smooth(sound.db, Math.round(hz * 0.1))
  const ground = movingMedian(
    short.filter((_, i) => i % 4 === 0),
    Math.round((hz / 4) * 5),
  )
  const groundAt = (i: number) => ground[Math.min(ground.length - 1, i >> 2)]!
  const low = bandDb(sound, sound.low)
  const usualLow = median(low)
  const thumps = runs(
    short.length,
    i => short[i]! < groundAt(i) - dipDb,
    Math.round(hz * 0.1),
    Math.round(hz * dipShortest),
  ).flatMap(({ from, to }) => {
    const start = seconds(from)
    const end = seconds(to)
    if (end - start > dipLongest || !withinOneShot(shots, start - 0.3, end + 0.5)) return []
    const peak = argMax(low, to - 1, Math.min(low.length, to + Math.round(hz * thumpWithin)))
    const value = low[peak]! - usualLow
    if (value < thumpDb || movingShare(state, start - 2, end + 2) < 0.5) return []
    return evidenceOf({
      type: 'air_then_thump',
      source: 'sound',
      start,
      end: seconds(peak) + 0.1,
      core: seconds(peak),
      value: end - start,
      text: `${(end - start).toFixed(1)} s of quiet, then a thump ${Math.round(value)} dB up`,
    })
  })

  const voice = smooth(bandDb(sound, sound.voice), Math.round(hz * 0.25))
  const usualVoice = median(voice)
  const cheers = runs(
    voice.length,
    i => voice[i]! > usualVoice + cheerDb && sound.voice[i]! > 0.25,
    Math.round(hz * 0.3),
    Math.round(hz * cheerShortest),
  ).flatMap(({ from, to }) => {
    const start = seconds(from)
    const end = seconds(to)
    // Talking goes on and on; a cheer is over within seconds.
    if (end - start > 4 || !withinOneShot(shots, start, end) || movingShare(state, start - 3, start) < 0.3)
      return []
    const peak = argMax(voice, from, to)
    const value = voice[peak]! - usualVoice
    return evidenceOf(
      {
        type: 'cheer',
        source: 'sound',
        start,
        end,
        core: seconds(peak),
        value,
        text: `voices ${Math.round(value)} dB above the ride's median`,
      },
      clamp(value / 10, 0.5, 1),
    )
  })
  return [...bursts, ...thumps, ...cheers]
}
