import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evidenceSources } from '#contract/analysis.ts'
import { type EvidenceType, evidenceTypes } from '#contract/evidence.ts'
import { fitCalibration } from '../calibration/fit.ts'
import { calibrate, standardModel } from '../calibration/model.ts'
import { chooseHighlights, leastStrength } from '../choose.ts'
import { evidenceOf } from '../events/evidence.ts'
import { sampleFacts, sentenceOf } from '../sample-ride.ts'
import type { Evidence } from '../types.ts'
import { clipLength, fitWindow, windowOf } from './boundaries.ts'
import { headline } from './names.ts'
import { caps, fuse, rawScoreOf } from './score.ts'

const fact = (type: EvidenceType, source: Evidence['source'], value: number, at = 20, length = 1): Evidence =>
  evidenceOf({
    type,
    source,
    value,
    start: at - length / 2,
    end: at + length / 2,
    core: at,
    says: sentenceOf(`${type} ${value}`),
  })

const anyFact = fc
  .record({
    type: fc.constantFrom(...evidenceTypes),
    source: fc.constantFrom(...evidenceSources),
    strength: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(given => ({ ...fact('jump', 'imu', 1), ...given }))
const everything = { imu: true, gps: true, sound: true }
const nothing = { imu: false, gps: false, sound: true }

describe('scores', () => {
  it('never fall as evidence gets stronger', () => {
    fc.assert(
      fc.property(
        fc.array(anyFact, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (items, which, more) => {
          const index = which % items.length
          const stronger = items.map((item, i) =>
            i === index ? { ...item, strength: Math.min(1, item.strength + more) } : item,
          )
          expect(fuse(stronger)).toBeGreaterThanOrEqual(fuse(items) - 1e-12)
          for (const has of [everything, nothing])
            expect(rawScoreOf(stronger, has, 'full')).toBeGreaterThanOrEqual(
              rawScoreOf(items, has, 'full') - 1e-12,
            )
        },
      ),
    )
  })

  it('are raised by another source, but not by the same one again', () => {
    const jump = fact('jump', 'imu', 0.8)
    const more = (source: Evidence['source']) => fuse([jump, fact('cheer', source, 12)])
    expect(more('sound')).toBeGreaterThan(fuse([jump]))
    expect(more('imu')).toBe(fuse([jump]))
    expect(fuse([])).toBe(0)
  })

  it('are never premium without telemetry or a tag', () => {
    const loud = [1, 2, 3, 4].map(() => ({ ...fact('motion_burst', 'picture', 9), strength: 1 }))
    const heard = { ...fact('air_then_thump', 'sound', 3), strength: 1 }
    expect(rawScoreOf(loud, nothing, 'full')).toBe(caps.alone)
    expect(rawScoreOf([heard, ...loud], nothing, 'full')).toBe(caps.agreed)
    expect(rawScoreOf([heard, ...loud], nothing, 'reduced')).toBe(caps.reduced)
    expect(rawScoreOf(loud, { ...nothing, sound: false }, 'full')).toBe(caps.onlyPicture)
    expect(rawScoreOf([fact('jump', 'imu', 1.5)], everything, 'full')).toBeGreaterThan(0.8)
  })

  it('are led by the sensor if there is one, with picture and sound confirming it', () => {
    const ground = fact('rough_ground', 'imu', 0.6)
    const burst = fact('motion_burst', 'picture', 3.5)
    expect(burst.strength).toBeGreaterThan(ground.strength)
    const together = rawScoreOf([ground, burst], everything, 'full')
    expect(together).toBeGreaterThan(ground.strength)
    expect(together).toBeLessThan(burst.strength)
    expect(rawScoreOf([{ ...ground, strength: 0.9 }, burst], everything, 'full')).toBeGreaterThan(0.9)
  })

  it("of bursts that the motion sensor didn't measure are lowered", () => {
    const burst = fact('motion_burst', 'picture', 2.5)
    expect(rawScoreOf([burst], everything, 'full')).toBeLessThan(rawScoreOf([burst], nothing, 'full'))
  })
})

describe('windows', () => {
  it('show a jump from 1.2 s before take-off to 1.3 s after landing', () => {
    const jump = evidenceOf({
      type: 'jump',
      source: 'imu',
      start: 20,
      end: 21,
      core: 21,
      value: 1,
      says: sentenceOf(''),
    })
    expect(windowOf(jump, [{ start: 0, end: 60 }])).toEqual({ start: 18.8, end: 22.3 })
  })

  it("stay in their core's shot, and between the shortest and the longest clip", () => {
    const time = fc.double({ min: 0, max: 60, noNaN: true })
    fc.assert(
      fc.property(
        time,
        time,
        time,
        fc.array(fc.double({ min: 1, max: 59, noNaN: true }), { maxLength: 4 }),
        (a, b, c, edges) => {
          const bounds = [0, ...edges.toSorted((x, y) => x - y), 60]
          const shots = bounds.slice(1).map((end, i) => ({ start: bounds[i]!, end }))
          const [start, core, end] = [a, b, c].toSorted((x, y) => x - y) as [number, number, number]
          const shot = shots.find(s => core < s.end) ?? shots.at(-1)!
          const window = fitWindow({ start, end }, core, shots)
          expect(window.start).toBeGreaterThanOrEqual(shot.start)
          expect(window.end).toBeLessThanOrEqual(shot.end)
          expect(window.end - window.start).toBeLessThanOrEqual(clipLength.max + 1e-9)
          if (shot.end - shot.start >= clipLength.min)
            expect(window.end - window.start).toBeGreaterThanOrEqual(clipLength.min - 1e-9)
        },
      ),
    )
  })
})

describe('descriptions', () => {
  const jump = { ...fact('jump', 'imu', 1.2), text: sentenceOf('1.2 s of airtime, 62 km/h at takeoff') }
  const landing = { ...fact('hard_landing', 'imu', 4.1), text: sentenceOf('landing at 4.1 g') }

  it('name the lead and the measurements, best source first', () => {
    const cheer = { ...fact('cheer', 'sound', 20), text: sentenceOf('voices 20 dB above the median') }
    expect(String(headline(jump, [cheer, jump, landing]))).toBe(
      'Jump: 1.2 s of airtime, 62 km/h at takeoff, landing at 4.1 g, voices 20 dB above the median',
    )
  })

  it('say nothing twice', () => {
    const heard = { ...fact('air_then_thump', 'sound', 1.2), text: sentenceOf('1.2 s of wind noise') }
    expect(String(headline(jump, [jump, heard]))).toBe('Jump: 1.2 s of airtime, 62 km/h at takeoff')
  })
})

describe('choice of highlights', () => {
  const facts = sampleFacts({ seconds: 60, speed: 10, g: 1 })

  it('makes one highlight of evidence that belongs together', () => {
    const { highlights } = chooseHighlights(
      [
        fact('jump', 'imu', 1, 20),
        fact('hard_landing', 'imu', 4, 20.5),
        fact('sound_burst', 'sound', 10, 20.6),
      ],
      facts,
    )
    expect(highlights).toHaveLength(1)
    expect(highlights[0]!.evidence.map(({ type }) => type)).toEqual(['jump', 'hard_landing', 'sound_burst'])
  })

  it('lists each kind of evidence once, the strongest, by importance', () => {
    const { highlights } = chooseHighlights(
      [
        fact('jump', 'imu', 1, 20),
        fact('motion_burst', 'picture', 2.2, 19.8),
        fact('motion_burst', 'picture', 1.6, 20.4),
        fact('cheer', 'sound', 24, 20.3),
        fact('hard_landing', 'imu', 3, 20.5),
      ],
      facts,
    )
    expect(highlights[0]!.evidence.map(({ type, value }) => [type, value])).toEqual([
      ['jump', 1],
      ['hard_landing', 3],
      ['cheer', 24],
      ['motion_burst', 2.2],
    ])
  })

  it('scores them with the model, stores its version with the score, and keeps their strength', () => {
    const [found] = chooseHighlights([fact('jump', 'imu', 1)], facts).highlights
    const strength = fact('jump', 'imu', 1).strength
    expect(found).toMatchObject({ strength, scoreModel: standardModel.version })
    expect(found!.certainty).toBe(calibrate(standardModel, 'jump', strength, 'telemetry'))
    const seen = sampleFacts({ seconds: 60 })
    const [heard] = chooseHighlights([fact('air_then_thump', 'sound', 1)], seen).highlights
    expect(heard!.certainty).toBe(calibrate(standardModel, 'air_then_thump', heard!.strength!, 'picture'))
  })

  it('is the same with any model, which only determines how much they are believed', () => {
    const doubting = fitCalibration(
      Array.from({ length: 300 }, () => ({
        ...{ kind: 'jump', source: 'telemetry' as const, score: 0.8, right: false },
      })),
      { version: 'doubt-1', fittedOn: 'finds that were all wrong' },
    )
    const items = [fact('jump', 'imu', 1, 10), fact('speed', 'gps', 90, 30, 5)]
    const spans = ({ highlights }: ReturnType<typeof chooseHighlights>) =>
      highlights.map(({ start, end, strength }) => ({ start, end, strength }))
    const usual = chooseHighlights(items, facts)
    const doubted = chooseHighlights(items, facts, doubting)
    expect(spans(doubted)).toEqual(spans(usual))
    for (const [i, { score, scoreModel }] of doubted.highlights.entries()) {
      expect(scoreModel).toBe('doubt-1')
      expect(score).toBeLessThan(usual.highlights[i]!.score)
    }
  })

  it('uses one number for score and excitement, and calls a view a view however the camera moves', () => {
    const restless = sampleFacts({ seconds: 60, speed: 10, g: 1, picture: { flow: 0.6, spread: 0.4 } })
    const [found] = chooseHighlights([fact('scenic', 'picture', 1.5, 30, 6)], restless).highlights
    expect(found!.clipType).toBe('scenic')
    expect(found!.excitementLevel).toBe(found!.score)
  })

  it('includes no loud moment confirmed only by camera shake', () => {
    const plain = sampleFacts({ seconds: 60 })
    const loud = fact('sound_burst', 'sound', 14, 30, 1)
    const shake = fact('motion_burst', 'picture', 1.5, 30, 1)
    expect(loud.strength).toBeGreaterThan(shake.strength)
    expect(chooseHighlights([loud, shake], plain).highlights).toEqual([])
    const heard = fact('air_then_thump', 'sound', 0.6, 30, 1)
    expect(chooseHighlights([loud, shake, heard], plain).highlights).toHaveLength(1)
  })

  it('separates highlights across a cut', () => {
    const cut = {
      ...facts,
      shots: [
        { start: 0, end: 20.4 },
        { start: 20.4, end: 60 },
      ],
    }
    const { highlights } = chooseHighlights([fact('jump', 'imu', 1, 19.5), fact('jump', 'imu', 1, 21.5)], cut)
    expect(highlights.map(({ start, end }) => start >= 20.4 || end <= 20.4)).toEqual([true, true])
  })

  it('says why there is none', () => {
    expect(String(chooseHighlights([], facts).abstained)).toMatch(/^Nothing in this video stands out/)
    const weak = { ...fact('speed', 'gps', 45), strength: 0.3 }
    const { highlights, abstained } = chooseHighlights([weak], facts)
    expect(highlights).toEqual([])
    expect(String(abstained)).toContain(`${leastStrength}`)
    expect(String(abstained)).toContain('0.30')
  })

  it('shows no more than a viewer wants to see', () => {
    const many = Array.from({ length: 20 }, (_, i) => fact('jump', 'imu', 0.5 + i / 40, 1.5 + i * 3, 0.6))
    const { highlights } = chooseHighlights(many, facts)
    expect(highlights).toHaveLength(6)
    expect(Math.min(...highlights.map(({ start }) => start))).toBeGreaterThan(38)
  })

  it('is the same for the evidence in any order', () => {
    const items = [
      fact('jump', 'imu', 1, 10),
      fact('speed', 'gps', 90, 30, 5),
      fact('cheer', 'sound', 12, 11),
      fact('scenic', 'picture', 1.4, 50, 6),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: items.length }), shuffled => {
        expect(chooseHighlights(shuffled, facts)).toEqual(chooseHighlights(items, facts))
      }),
    )
  })
})

describe('what the picture shows at its own rate', () => {
  it('is not repeated by what it says more exactly', () => {
    const says = (lead: Evidence, ...others: Evidence[]) => `${headline(lead, others)}`
    const motion = fact('motion_burst', 'picture', 2)
    const rush = fact('rush', 'sound', 8)
    expect(says(fact('fast_stretch', 'picture', 2.5), rush, motion)).toBe('Fast stretch: fast_stretch 2.5')
    expect(says(fact('swing', 'picture', 1.2), motion)).toBe('Turn: swing 1.2')
    expect(says(fact('shaken_picture', 'picture', 2), motion, rush)).toBe(
      'Rough stretch: shaken_picture 2, rush 8',
    )
    expect(says(fact('speed', 'gps', 90), fact('fast_stretch', 'picture', 2.5))).toBe('Speed: speed 90')
  })

  it('leads over a weaker rush of sound at the same time', () => {
    const { highlights } = chooseHighlights(
      [fact('fast_stretch', 'picture', 2.8, 30, 6), fact('rush', 'sound', 8, 31, 7)],
      sampleFacts({ seconds: 60 }),
    )
    expect(highlights.map(({ evidence }) => evidence[0]!.type)).toEqual(['fast_stretch'])
  })
})
