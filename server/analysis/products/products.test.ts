import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvidenceType } from '#contract/evidence.ts'
import { conclude } from '../analyze.ts'
import { standardModel } from '../calibration/model.ts'
import { chooseHighlights } from '../choose.ts'
import { detect } from '../detect.ts'
import { evidenceOf } from '../events/evidence.ts'
import {
  highlightOf,
  jumpCourse,
  type SampleRide,
  sampleFacts,
  sampleInput,
  sampleSignals,
  sampleTelemetry,
  sentenceOf,
} from '../sample-ride.ts'
import { describeScenes } from '../scenes/index.ts'
import type { AnalysisInput, AnalysisResult, Scene } from '../types.ts'
import { weigh } from '../weigh.ts'
import { strengthOver } from './curve.ts'
import { suggestEdits } from './edits.ts'
import { planReels, reelLengths } from './reels.ts'
import { recommendThumbnails } from './thumbnails.ts'
import { viralPotentialOf } from './viral.ts'

const dull: SampleRide = { seconds: 60, picture: { flow: 0.005, spread: 0.005 } }
const withJump: SampleRide = { seconds: 60, speed: 10, g: jumpCourse(30, 1.1, 4) }

function analyzed(ride: SampleRide) {
  const facts = sampleFacts(ride)
  const evidence = weigh(detect(facts), facts)
  const { highlights } = chooseHighlights(evidence, facts)
  const curve = strengthOver(facts, evidence)
  const scenes = describeScenes(facts)
  return {
    facts,
    highlights,
    curve,
    scenes,
    viral: viralPotentialOf(facts, highlights, curve, scenes, sampleInput()),
  }
}

const clip = (type: EvidenceType, score: number, start: number, length = 4) =>
  highlightOf(
    evidenceOf({
      ...{ type, source: 'imu', start: start + 1, end: start + 2, core: start + 2, value: 1 },
      says: sentenceOf('text'),
    }),
    {
      ...{ score, strength: score, start, end: start + length },
      clipType: type === 'scenic' ? 'scenic' : 'action',
    },
  )
const scenes: Scene[] = [{ timestamp: 0, end: 600, sceneType: 'trail', description: '' }]

describe('excitement', () => {
  it('is highest at the highlight, and low where nothing moves', () => {
    const { curve } = analyzed(withJump)
    expect(curve.values).toHaveLength(240)
    expect(curve.values.indexOf(Math.max(...curve.values)) * curve.stepSeconds).toBeCloseTo(30.6, -1)
    expect(Math.max(...analyzed(dull).curve.values)).toBeLessThan(0.15)
  })
})

describe('viral potential', () => {
  it('is near 0 for a video in which nothing happens', () => {
    const { viral, highlights } = analyzed(dull)
    expect(highlights).toEqual([])
    expect(viral.score).toBeLessThan(0.1)
  })

  it('is the sum of its parts, and their weights add up to 1', () => {
    const { score, parts } = analyzed(withJump).viral
    expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1)
    expect(parts.reduce((sum, { weight, value }) => sum + weight * value, 0)).toBeCloseTo(score, 2)
    expect(score).toBeGreaterThan(0.3)
  })

  it("doesn't change with a new calibration of scores, so prices don't either", () => {
    const ride = { ...withJump, seconds: 60 }
    const calibration = { ...standardModel, version: 'other-1', rawShare: 1 }
    const [usual, other] = [standardModel, calibration].map(model =>
      conclude(sampleInput(), sampleSignals(ride), sampleTelemetry(ride), model),
    )
    expect(other!.highlights[0]!.score).toBeLessThan(usual!.highlights[0]!.score)
    const priced = ({ viralPotential: { score, parts } }: AnalysisResult) => [
      score,
      parts.map(({ value }) => value),
    ]
    expect(priced(other!)).toEqual(priced(usual!))
    expect(other!.thumbnails).toEqual(usual!.thumbnails)
  })

  it('says what to move to the front', () => {
    const hook = analyzed(withJump).viral.parts.find(({ name }) => name === 'hook')!
    expect(String(hook.improvement)).toBe('Move the highlight at 0:31 (Jump) into the first 3 seconds.')
  })

  it('never falls as a jump gets longer', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.4, max: 1.4, noNaN: true }),
        fc.double({ min: 0.01, max: 0.6, noNaN: true }),
        (airtime, more) => {
          const score = (seconds: number) =>
            analyzed({ ...withJump, g: jumpCourse(30, seconds, 2) }).highlights[0]!.score
          expect(score(airtime + more)).toBeGreaterThanOrEqual(score(airtime))
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('reels', () => {
  const kinds: EvidenceType[] = ['jump', 'speed', 'sharp_turn', 'rough_ground', 'scenic']
  const anyClips = fc.array(
    fc
      .tuple(
        fc.constantFrom(...kinds),
        fc.double({ min: 0.45, max: 1, noNaN: true }),
        fc.double({ min: 2, max: 12, noNaN: true }),
      )
      .map(([type, score, length]) => ({ type, score, length })),
    { maxLength: 30 },
  )

  it('contain only clips of highlights, no longer than requested, none twice', () => {
    fc.assert(
      fc.property(anyClips, list => {
        const highlights = list.map(({ type, score, length }, i) => clip(type, score, i * 15, length))
        for (const reel of planReels(highlights, scenes)) {
          expect(reelLengths.some(target => reel.totalDuration <= target + 0.05)).toBe(true)
          // A name gives the actual length, not the target length.
          expect(reel.title).toMatch(new RegExp(` in ${Math.round(reel.totalDuration)} seconds$`))
          expect(new Set(reel.clips.map(({ highlight }) => highlight)).size).toBe(reel.clips.length)
          for (const { start, end, highlight } of reel.clips) {
            expect(start).toBeGreaterThanOrEqual(highlights[highlight]!.start - 0.01)
            expect(end).toBeLessThanOrEqual(highlights[highlight]!.end + 0.01)
            expect(end - start).toBeLessThanOrEqual(6.02)
          }
        }
      }),
    )
  })

  it('start with the strongest highlight and end with the second strongest', () => {
    const highlights = [
      clip('speed', 0.8, 0),
      clip('jump', 0.95, 20),
      clip('sharp_turn', 0.75, 40),
      clip('jump', 0.9, 60),
    ]
    const [reel] = planReels(highlights, scenes)
    expect(reel!.clips.map(({ highlight }) => highlight)).toEqual([1, 0, 2, 3])
  })

  it('are not made without action above 0.7', () => {
    expect(planReels([clip('speed', 0.69, 0), clip('jump', 0.65, 20)], scenes)).toEqual([])
    expect(planReels([clip('scenic', 0.79, 0, 9), clip('scenic', 0.78, 20, 9)], scenes)).toEqual([])
  })
})

describe('edits', () => {
  const edits = (ride: SampleRide, change: Partial<AnalysisInput> = {}) => {
    const { facts, highlights, curve } = analyzed(ride)
    return suggestEdits(facts, highlights, curve, sampleInput(change))
  }

  it('offer slow motion only if the footage has the frames for it', () => {
    expect(edits(withJump).map(({ type }) => type)).toContain('slow_motion')
    expect(edits(withJump, { fps: 30 }).map(({ type }) => type)).not.toContain('slow_motion')
  })

  it('name the measurements', () => {
    const [dark] = edits({ seconds: 60, picture: { luma: 30 } }).filter(({ type }) => type === 'exposure')
    expect(String(dark!.description)).toContain('30 out of 255')
    expect(edits({ seconds: 60, sound: { low: 0.95 } }).map(({ type }) => type)).toContain('wind_noise')
    expect(edits({ seconds: 60, sound: { low: 0.5 } }).map(({ type }) => type)).not.toContain('wind_noise')
  })
})

describe('thumbnails', () => {
  it('are well exposed, sharp and distinct', () => {
    const sharpAt = (t: number) => (Math.abs(t - 40) < 0.2 ? 3000 : 300)
    const ride = {
      seconds: 60,
      picture: { luma: (t: number) => (t < 20 ? 15 : 110), sharpness: sharpAt, colorfulness: 50 },
    }
    const { facts, highlights } = analyzed(ride)
    const found = recommendThumbnails(facts, highlights)
    expect(found.length).toBeGreaterThanOrEqual(3)
    expect(found[0]!.timestamp).toBeCloseTo(40, 0)
    for (const { timestamp } of found) expect(timestamp).toBeGreaterThanOrEqual(20)
    const times = found.map(({ timestamp }) => timestamp).sort((a, b) => a - b)
    for (let i = 1; i < times.length; i++) expect(times[i]! - times[i - 1]!).toBeGreaterThanOrEqual(1.5)
  })

  it('are not found in the dark', () => {
    const { facts } = analyzed({ seconds: 30, picture: { luma: 12 } })
    expect(recommendThumbnails(facts, [])).toEqual([])
  })
})

describe('scenes', () => {
  const stopping = (seconds: number) =>
    describeScenes(sampleFacts({ seconds: 70, g: 1, speed: t => (t > 22 && t < 22 + seconds ? 0 : 9) }))

  it('cover the video, and split where the ride stops', () => {
    const found = stopping(25)
    expect(found.map(({ sceneType }) => sceneType)).toEqual(['trail', 'parked', 'trail'])
    expect(found[0]!.timestamp).toBe(0)
    expect(found.at(-1)!.end).toBe(70)
    for (let i = 1; i < found.length; i++) expect(found[i]!.timestamp).toBe(found[i - 1]!.end)
    expect(String(found[0]!.description)).toContain('32 km/h')
  })

  it("don't split at a pause, which belongs to the ride around it", () => {
    expect(stopping(15).map(({ sceneType }) => sceneType)).toEqual(['trail'])
  })

  it.each([
    ['snow', { bottomLuma: 190, bottomU: 0, bottomV: 0 }],
    ['forest', { bottomU: -10, bottomV: -8 }],
    ['desert', { bottomLuma: 140, bottomU: -18, bottomV: 12 }],
    ['mud', { bottomLuma: 60, bottomU: -9, bottomV: 6 }],
    ['water', { bottomU: 14, bottomV: -8 }],
    ['night', { luma: 25 }],
  ] as const)('of %s are recognized by the colors of the ground', (type, picture) => {
    expect(describeScenes(sampleFacts({ seconds: 30, picture })).map(({ sceneType }) => sceneType)).toEqual([
      type,
    ])
  })

  it('of talking are recognized by voices at a standstill', () => {
    const voices = { voice: 0.5, low: 0.3, db: (t: number) => (Math.sin(t * 14) > 0 ? -15 : -28) }
    const found = describeScenes(
      sampleFacts({ seconds: 30, picture: { flow: 0.004, spread: 0.004 }, sound: voices }),
    )
    expect(found.map(({ sceneType }) => sceneType)).toEqual(['talking'])
  })
})
