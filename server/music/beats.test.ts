import { expect, test } from 'vitest'
import { beds } from '#contract/reels/bed-names.ts'
import { bedLoop, bedRate } from '#contract/reels/beds.ts'
import { musicMeter } from './measure.ts'

const seconds = 40

/** Measures a mono sound, in pieces of odd sizes as they come from a pipe. */
function measured(sound: (t: number, i: number) => number, length = seconds) {
  const bytes = Buffer.alloc(length * bedRate * 4)
  for (let i = 0; i < length * bedRate; i++) {
    const value = Math.round(32_767 * Math.max(-1, Math.min(1, sound(i / bedRate, i))))
    bytes.writeInt16LE(value, i * 4)
    bytes.writeInt16LE(value, i * 4 + 2)
  }
  const meter = musicMeter()
  for (let at = 0; at < bytes.length; at += 65_537) meter.add(bytes.subarray(at, at + 65_537))
  return meter.finish()
}

/** The same noise in every run. */
function noise() {
  let state = 7
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** Short strokes over a chord and noise. @param at the seconds since the last stroke */
function strokes(at: (t: number) => number) {
  const random = noise()
  return (t: number) => {
    const since = at(t)
    const stroke = since < 0 ? 0 : Math.sin(2 * Math.PI * 60 * since) * Math.exp(-since * 25)
    return 0.6 * stroke + 0.1 * Math.sin(2 * Math.PI * 330 * t) + 0.03 * random()
  }
}

/** How far a beat is from the nearest beat of a grid, seconds. */
const off = (at: number, { bpm, first }: { bpm: number; first: number }) => {
  const beats = ((at - first) * bpm) / 60
  return (Math.abs(beats - Math.round(beats)) * 60) / bpm
}

test.each([
  [84, 0.31],
  [103.5, 0.05],
  [128, 0.4],
  [171.3, 0.2],
])(
  'finds %d beats a minute that begin at %d s, so exactly that the last beat of a reel still fits',
  (bpm, first) => {
    const { beats, seconds: length, peak } = measured(strokes(t => (t - first) % (60 / bpm)))
    expect(length).toBe(seconds)
    expect(peak).toBeGreaterThan(0.5)
    if (!beats) throw new Error('no beat was found')
    // Every second stroke is a beat too.
    expect([0.5, 1].map(times => Math.abs(beats.bpm - bpm * times) < 0.05)).toContain(true)
    // Half of one frame of the reel, at its beginning and its end.
    for (const at of [beats.first, beats.first + Math.floor((seconds * beats.bpm) / 60) * (60 / beats.bpm)])
      expect(off(at, { bpm, first }), `beat at ${at}`).toBeLessThan(1 / 60)
  },
)

test.each(['dust', 'ridge', 'sprint'] as const)('finds the beat of our own bed %s', bed => {
  const { left } = bedLoop(bed)
  const { beats } = measured((_t, i) => left[i % left.length] as number)
  if (!beats) throw new Error('no beat was found')
  // A bed in half or double time has its cuts on strokes too.
  expect([0.5, 1, 2].map(times => Math.abs(beats.bpm - beds[bed].bpm * times) < 0.05)).toContain(true)
  expect(off(beats.first, { bpm: beds[bed].bpm * 2, first: 0 })).toBeLessThan(1 / 60)
})

test('finds no beat where none is clear', () => {
  const random = noise()
  expect(measured(() => 0.3 * random()).beats, 'noise').toBeNull()
  expect(measured(t => 0.3 * Math.sin(2 * Math.PI * 220 * t)).beats, 'a held note').toBeNull()
  expect(
    measured(() => 0),
    'silence',
  ).toMatchObject({ peak: 0, beats: null })
  const swell = (t: number) => Math.sin(2 * Math.PI * 0.11 * t) ** 2 * Math.sin(2 * Math.PI * 180 * t)
  expect(measured(swell).beats, 'slow swells').toBeNull()
  const wandering = strokes(t => {
    const beat = t * (1.5 + 0.02 * t)
    return (beat - Math.floor(beat)) / 2
  })
  expect(measured(wandering).beats, 'a tempo that rises').toBeNull()
  expect(
    measured(
      strokes(t => t % 0.5),
      6,
    ).beats,
    'too short to be sure',
  ).toBeNull()
})

test('irregular and syncopated strokes are no clear beat', () => {
  const { left } = bedLoop('dawn')
  expect(measured((_t, i) => left[i % left.length] as number).beats, 'syncopated').toBeNull()
  const random = noise()
  const times: number[] = []
  for (let t = 0; t < seconds; t += 0.15 + 0.7 * Math.abs(random())) times.push(t)
  const { beats } = measured(strokes(t => t - (times.findLast(at => at <= t) ?? t)))
  expect(beats).toBeNull()
})
