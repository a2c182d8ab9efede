import { seededRandom, smoothstep } from '../random.ts'
import { voice } from '../voices.ts'
import type { Company as Amount } from './world.ts'

/** Something heard for a while that has nothing to do with the ride. Seconds. */
export interface Company {
  what: 'talk' | 'passing' | 'music'
  start: number
  end: number
  /** 0 to 1 at its loudest */
  loudness: number
  seed: number
}

/** Draws who talks, who passes by, and whether music plays. */
export function companyOf(seed: number, durationSeconds: number, amount: Amount): Company[] {
  const random = seededRandom(seed * 5987 + 13)
  const found: Company[] = []
  const add = (
    what: Company['what'],
    perMinute: number,
    shortest: number,
    longest: number,
    loudness: number,
  ) => {
    if (perMinute === 0) return
    const wait = () => (60 / perMinute) * random.range(0.4, 1.6)
    for (let start = wait(); start < durationSeconds - longest; start += wait()) {
      const end = start + random.range(shortest, longest)
      found.push({ what, start, end, loudness: loudness * random.range(0.3, 1), seed: random.below(1 << 30) })
      start = end
    }
  }
  add('talk', amount.talkers, 2, 9, 0.4)
  add('passing', amount.passing, 4, 10, 0.5)
  if (amount.music > 0)
    found.push({
      what: 'music',
      start: 0,
      end: durationSeconds,
      loudness: amount.music,
      seed: random.below(1 << 30),
    })
  return found
}

type Source = (time: number) => number

/**
 * A vehicle that approaches, passes and leaves: louder when near, its pitch falling as it passes (Doppler).
 */
function passing({ start, end, seed }: Company, rate: number): Source {
  const random = seededRandom(seed)
  const middle = start + (end - start) * random.range(0.35, 0.65)
  const hertz = random.range(50, 220)
  const speed = random.range(5, 25)
  const aside = random.range(2, 8)
  let [phase, low] = [0, 0]
  return time => {
    const along = speed * (time - middle)
    const far = Math.hypot(along, aside)
    phase = (phase + (hertz * (1 - ((along / far) * speed) / 343)) / rate) % 1
    low += 0.12 * (random.next() * 2 - 1 - low)
    return ((1.2 * phase - 0.6) * (1 - phase) + low) * (aside / far)
  }
}

/** Four chords in a loop, with a drum on each beat. */
function music({ seed }: Company): Source {
  const random = seededRandom(seed)
  const beat = 60 / random.range(85, 150)
  const root = random.range(110, 220)
  const chords = Array.from({ length: 4 }, () => {
    const base = root * 2 ** (random.pick([0, 2, 4, 5, 7, 9]) / 12)
    return [base, base * 1.25, base * 1.5].map(hertz => 2 * Math.PI * hertz)
  })
  return time => {
    const count = time / beat
    const since = (count % 1) * beat
    const chord = chords[Math.floor(count / 4) % 4]!
    const tune = chord.reduce(
      (sum, turns) => sum + Math.sin(turns * time) + 0.4 * Math.sin(2 * turns * time),
      0,
    )
    return 0.16 * tune + 0.9 * Math.sin(2 * Math.PI * 55 * since) * Math.exp(-since * 14)
  }
}

/** All sounds mixed, one sample per time of the video; times must rise by 1 / rate. */
export function companySound(company: readonly Company[], rate: number): Source {
  const sources = company.map(each => {
    const speak = each.what === 'talk' ? voice(seededRandom(each.seed), rate, 0) : null
    const source: Source = speak ?? (each.what === 'passing' ? passing(each, rate) : music(each))
    return { ...each, source }
  })
  return time => {
    let mixed = 0
    for (const { start, end, loudness, source } of sources)
      if (time >= start && time < end)
        mixed +=
          loudness *
          smoothstep(start, start + 0.3, time) *
          (1 - smoothstep(end - 0.3, end, time)) *
          source(time)
    return mixed
  }
}
