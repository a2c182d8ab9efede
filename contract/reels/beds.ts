import { type BedName, beds } from './bed-names.ts'

/** Samples a second of every bed. */
export const bedRate = 48_000

/** One round of a bed's music, as long as a whole number of its beats; samples from -1 to 1. */
export interface BedLoop {
  left: Float32Array
  right: Float32Array
}

interface Score {
  /** a chord for each bar, as MIDI notes, its lowest first */
  bars: readonly (readonly number[])[]
  /** sixteenths of a bar with a stroke */
  kick: readonly number[]
  snare: readonly number[]
  hat: readonly number[]
  bass: readonly number[]
  /** which note of the chord is plucked on which sixteenth */
  pluck: readonly (readonly [sixteenth: number, note: number])[]
  pluckLevel: number
  padLevel: number
}

const fourOnTheFloor = [0, 4, 8, 12]
const eighths = [0, 2, 4, 6, 8, 10, 12, 14]

const scores: Record<BedName, Score> = {
  // Slow and wide: for views and early starts.
  dawn: {
    bars: [
      [48, 60, 64, 67],
      [43, 59, 62, 67],
      [45, 60, 64, 69],
      [41, 57, 60, 65],
    ],
    kick: [0, 10],
    snare: [8],
    hat: [4, 12, 14],
    bass: [0, 10],
    pluck: [
      [0, 1],
      [3, 2],
      [6, 3],
      [9, 2],
      [12, 3],
    ],
    pluckLevel: 0.2,
    padLevel: 0.22,
  },
  // A dry groove: for trails.
  dust: {
    bars: [
      [40, 55, 59, 64],
      [40, 55, 59, 62],
      [36, 55, 60, 64],
      [38, 54, 57, 62],
    ],
    kick: [0, 6, 8],
    snare: [4, 12],
    hat: eighths,
    bass: [0, 3, 6, 8, 11, 14],
    pluck: [
      [2, 3],
      [7, 2],
      [10, 3],
      [15, 1],
    ],
    pluckLevel: 0.16,
    padLevel: 0.14,
  },
  // Straight and bright: for speed.
  ridge: {
    bars: [
      [45, 57, 60, 64],
      [41, 57, 60, 65],
      [48, 55, 60, 64],
      [43, 55, 59, 62],
    ],
    kick: fourOnTheFloor,
    snare: [4, 12],
    hat: [2, 6, 10, 14],
    bass: [2, 3, 6, 7, 10, 11, 14, 15],
    pluck: [
      [0, 1],
      [2, 2],
      [4, 3],
      [6, 2],
      [8, 1],
      [10, 3],
      [12, 2],
      [14, 3],
    ],
    pluckLevel: 0.14,
    padLevel: 0.18,
  },
  // Fast and hard: for races.
  sprint: {
    bars: [
      [38, 50, 57, 62],
      [38, 50, 57, 65],
      [34, 53, 58, 62],
      [36, 52, 55, 60],
    ],
    kick: fourOnTheFloor,
    snare: [4, 12],
    hat: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    bass: eighths,
    pluck: [
      [0, 3],
      [3, 2],
      [6, 1],
      [8, 3],
      [11, 2],
      [14, 1],
    ],
    pluckLevel: 0.14,
    padLevel: 0.12,
  },
}

/** White noise that is the same in every run: a linear recurrence generator (Numerical Recipes). */
function noise(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

const hertz = (note: number) => 440 * 2 ** ((note - 69) / 12)

/** Adds a sound that rings from a sample on; what goes beyond the end of the loop begins it again. */
function ring(to: Float32Array, at: number, samples: number, sound: (t: number) => number): void {
  for (let i = 0; i < samples; i++) {
    const place = (at + i) % to.length
    to[place] = (to[place] as number) + sound(i / bedRate)
  }
}

/** A kick drum falls from 130 to 45 Hz within its first tenth of a second. */
const kickAt = (t: number) => {
  const phase = 45 * t + ((130 - 45) / 28) * (1 - Math.exp(-28 * t))
  return Math.sin(2 * Math.PI * phase) * Math.exp(-t * 9) * Math.min(1, t * 800)
}

function drums(score: Score, bars: number, sixteenth: number): Float32Array {
  const out = new Float32Array(bars * 16 * sixteenth)
  const random = noise()
  for (let bar = 0; bar < bars; bar++) {
    const start = bar * 16 * sixteenth
    for (const step of score.kick) ring(out, start + step * sixteenth, 0.35 * bedRate, t => 0.75 * kickAt(t))
    for (const step of score.snare)
      ring(out, start + step * sixteenth, 0.22 * bedRate, t => {
        const body = Math.sin(2 * Math.PI * 185 * t) * Math.exp(-t * 26)
        return (random() * 0.55 * Math.exp(-t * 17) + body * 0.35) * 0.5 * Math.min(1, t * 1500)
      })
    for (const step of score.hat) {
      let before = 0
      // The difference of neighbors leaves the high half of the noise.
      ring(out, start + step * sixteenth, 0.05 * bedRate, t => {
        const white = random()
        const high = white - before
        before = white
        return high * 0.1 * Math.exp(-t * 75) * Math.min(1, t * 2000)
      })
    }
  }
  return out
}

function bassAndPlucks(score: Score, sixteenth: number): { bass: Float32Array; plucks: Float32Array } {
  const bass = new Float32Array(score.bars.length * 16 * sixteenth)
  const plucks = new Float32Array(bass.length)
  for (const [bar, chord] of score.bars.entries()) {
    const start = bar * 16 * sixteenth
    const low = hertz(chord[0] as number)
    for (const step of score.bass)
      ring(bass, start + step * sixteenth, 1.8 * sixteenth, t => {
        const wave = Math.sin(2 * Math.PI * low * t) + 0.4 * Math.sin(4 * Math.PI * low * t)
        const left = (1.8 * sixteenth) / bedRate - t
        return wave * 0.32 * Math.exp(-t * 4) * Math.min(1, t * 300, left * 100)
      })
    for (const [step, note] of score.pluck) {
      const high = hertz((chord[note] as number) + 12)
      ring(plucks, start + step * sixteenth, 0.5 * bedRate, t => {
        const wave =
          Math.sin(2 * Math.PI * high * t) + 0.3 * Math.sin(6 * Math.PI * high * t) * Math.exp(-t * 20)
        return wave * score.pluckLevel * Math.exp(-t * 9) * Math.min(1, t * 900, (0.5 - t) * 100)
      })
    }
  }
  return { bass, plucks }
}

/** Held chords, a little out of tune to the left or right, that make room for every kick. */
function pad(score: Score, sixteenth: number, detune: number): Float32Array {
  const bar = 16 * sixteenth
  const out = new Float32Array(score.bars.length * bar)
  for (const [index, chord] of score.bars.entries())
    for (const note of chord.slice(1)) {
      const f = hertz(note) * detune
      ring(out, index * bar, bar, t => {
        const edge = Math.min(1, t * 12, (bar / bedRate - t) * 12)
        const wave = Math.sin(2 * Math.PI * f * t) + 0.35 * Math.sin(4 * Math.PI * f * t)
        const since = (t * bedRate) % (4 * sixteenth)
        return wave * (score.padLevel / 3) * edge * (1 - 0.45 * Math.exp(-since / bedRate / 0.12))
      })
    }
  return out
}

/** How loud the loudest sample is: with the ducked ride added, nothing clips. */
const peak = 0.72

/** The music of a bed, from its score alone: the same everywhere, and nobody's but ours. */
export function bedLoop(bed: BedName): BedLoop {
  const score = scores[bed]
  const sixteenth = (bedRate * 15) / beds[bed].bpm
  const beat = drums(score, score.bars.length, sixteenth)
  const { bass, plucks } = bassAndPlucks(score, sixteenth)
  const side = (detune: number, pluckShare: number) => {
    const out = pad(score, sixteenth, detune)
    for (let i = 0; i < out.length; i++)
      out[i] =
        (out[i] as number) + (beat[i] as number) + (bass[i] as number) + (plucks[i] as number) * pluckShare
    return out
  }
  const [left, right] = [side(0.9985, 0.75), side(1.0015, 1)]
  let loudest = 0
  for (const channel of [left, right])
    for (const sample of channel) loudest = Math.max(loudest, Math.abs(sample))
  for (const channel of [left, right]) for (let i = 0; i < channel.length; i++) channel[i]! *= peak / loudest
  return { left, right }
}
