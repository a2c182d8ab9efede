/** Repeatable randomness: the same seed gives the same numbers on every machine. */
export interface Random {
  /** uniform in [0, 1) */
  next(): number
  range(low: number, high: number): number
  /** whole number in [0, count) */
  below(count: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  /** mean 0, standard deviation 1 */
  normal(): number
  shuffle<T>(list: readonly T[]): T[]
}

/** mulberry32, a 32-bit generator by Tommy Ettinger: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    range: (low, high) => low + (high - low) * next(),
    pick: list => list[below(list.length)]!,
    chance: probability => next() < probability,
    // The sum of three uniforms is close enough to a normal distribution and, unlike Box-Muller, bounded: no
    // sensor gets a 6-sigma spike.
    normal: () => (next() + next() + next() - 1.5) * 2,
    shuffle(list) {
      const mixed = [...list]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = below(last + 1)
        ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
      }
      return mixed
    },
  }
}

/** A number in [0, 1) for a position: the same for the same three integers. */
export function hash01(a: number, b: number, c: number): number {
  let mixed = Math.imul(a | 0, 0x9e3779b1) ^ Math.imul(b | 0, 0x85ebca6b) ^ Math.imul(c | 0, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const part = clamp((value - from) / (to - from))
  return part * part * (3 - 2 * part)
}
