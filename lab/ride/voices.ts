import type { Random } from './random.ts'

/** Two-pole resonator: rings at `hertz` with a bandwidth. */
export function resonator(hertz: number, bandwidth: number, rate: number): (sample: number) => number {
  const r = Math.exp((-Math.PI * bandwidth) / rate)
  const a = 2 * r * Math.cos((2 * Math.PI * hertz) / rate)
  const b = -r * r
  const gain = (1 - r) * Math.sqrt(1 - 2 * r * Math.cos((4 * Math.PI * hertz) / rate) + r * r)
  let [y1, y2] = [0, 0]
  return sample => {
    const y = gain * sample + a * y1 + b * y2
    y2 = y1
    y1 = y
    return y
  }
}

/** Vowels by their first three formants, Hz. */
const vowels = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [390, 1990, 2550],
  [570, 840, 2410],
  [440, 1020, 2240],
] as const

/**
 * One voice as a source of samples: pulses of the vocal folds through the formants of a vowel, in syllables.
 * Formants after Peterson and Barney, 1952.
 * @param shout 0 talks at speaking pitch, 1 whoops high and long
 */
export function voice(random: Random, rate: number, shout: number): () => number {
  const base = shout > 0.5 ? random.range(260, 480) : random.range(100, 210)
  let phase = random.next()
  let left = 0
  let length = 1
  let glide = 0
  let silent = false
  let filters = vowels[0].map((hertz, index) => resonator(hertz, 90 + 40 * index, rate))
  return () => {
    if (left <= 0) {
      silent = random.chance(shout > 0.5 ? 0.25 : 0.22)
      length = rate * (shout > 0.5 ? random.range(0.35, 0.9) : random.range(0.09, 0.24))
      left = length
      glide = shout > 0.5 ? random.range(0.1, 0.6) : random.range(-0.15, 0.15)
      const formants = random.pick(vowels)
      // Shouting opens the mouth: formants rise and the upper ones get stronger.
      filters = formants.map((hertz, index) => resonator(hertz * (1 + 0.25 * shout), 90 + 40 * index, rate))
    }
    left--
    const part = Math.min(1, 1 - left / length)
    const hertz = base * (1 + glide * part)
    phase += hertz / rate
    if (phase >= 1) phase -= 1
    const pulse = phase < 0.1 ? 1 - 20 * Math.abs(phase - 0.05) : -0.1
    const source = (pulse + 0.12 * (random.next() - 0.5)) * (silent ? 0 : Math.sin(Math.PI * part) ** 0.6)
    return (
      filters[0]!(source) * 5 +
      filters[1]!(source) * (4 + 4 * shout) +
      filters[2]!(source) * (2.5 + 5 * shout)
    )
  }
}
