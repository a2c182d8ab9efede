import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawWorld } from '#lab/ride/world/draw.ts'
import { factors } from '#lab/ride/world/world.ts'
import { reliability } from '#server/analysis/calibration/reliability.ts'
import { randomMoments, topMoments, uniformMoments } from './baselines.ts'
import { classOf } from './factors.ts'
import { leaveOut, leaveOutTable, sampleRides } from './leave-out.ts'
import { iou, matchSpans } from './match.ts'
import { matchCuts, measure } from './measure.ts'
import { calibrationTable, lostByKnowing, tableOf } from './report.ts'
import { heldOutRides, tuningRides, wideHeldOutRides, wideTuningRides } from './rides.ts'
import { compareSpans } from './stable.ts'
import { averagePrecision, median, spearman } from './statistics.ts'
import type { Found, Judged, Truth, TruthEvent } from './types.ts'

const find = (start: number, end: number, score: number, airtime: number | null = null): Found => ({
  start,
  end,
  score,
  airtime,
})
const event = (
  type: string,
  start: number,
  end: number,
  intensity: number | null = 0.5,
  value: number | null = null,
): TruthEvent => ({ type, start, end, core: (start + end) / 2, intensity, value })
const video = (events: TruthEvent[], found: Found[], rest: Partial<Judged> = {}): Judged => ({
  truth: { durationSeconds: 60, events, cuts: [] },
  found,
  cuts: null,
  sceneStarts: null,
  ...rest,
})

describe('overlap and matching', () => {
  it('is intersection over union', () => {
    expect(iou({ start: 0, end: 4 }, { start: 2, end: 6 })).toBeCloseTo(1 / 3)
    expect(iou({ start: 0, end: 4 }, { start: 4, end: 6 })).toBe(0)
    expect(iou({ start: 1, end: 3 }, { start: 1, end: 3 })).toBe(1)
  })

  it('matches a true highlight to only one find, the one with the higher score', () => {
    const { pairs, wrong, missed } = matchSpans(
      [find(0, 4, 0.5), find(0.2, 4.2, 0.9)],
      [event('jump', 0, 4), event('jump', 20, 24)],
      0.5,
    )
    expect(pairs.map(pair => pair.found.score)).toEqual([0.9])
    expect(wrong.map(one => one.score)).toEqual([0.5])
    expect(missed.map(one => one.start)).toEqual([20])
  })

  it('never matches a find or a true highlight twice', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 9 })), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const found = a.map(([start, length], index) => find(start, start + length, index / 12))
        const truth = b.map(([start, length]) => event('x', start, start + length))
        const { pairs, missed, wrong } = matchSpans(found, truth, 0.3)
        expect(new Set(pairs.map(pair => pair.truth)).size).toBe(pairs.length)
        expect(pairs.length + missed.length).toBe(truth.length)
        expect(pairs.length + wrong.length).toBe(found.length)
        for (const pair of pairs) expect(iou(pair.found, pair.truth)).toBeGreaterThanOrEqual(0.3)
      }),
    )
  })
})

describe('cuts', () => {
  const hard = (time: number) => ({ time, start: time, end: time })
  it('are found within a quarter of a second, fades anywhere in their span', () => {
    expect(matchCuts([10.25, 20.9], [hard(10), { time: 20, start: 19, end: 21 }])).toEqual({
      hits: 2,
      wrong: 0,
      missed: 0,
    })
    expect(matchCuts([10.27], [hard(10)])).toEqual({ hits: 0, wrong: 1, missed: 1 })
  })
  it('count once each, matched to the nearest find', () => {
    expect(matchCuts([9.9, 10.05], [hard(10)])).toEqual({ hits: 1, wrong: 1, missed: 0 })
    expect(matchCuts([10, 10.2], [hard(10), hard(10.25)])).toEqual({ hits: 2, wrong: 0, missed: 0 })
  })
})

describe('statistics', () => {
  it('matches a true highlight to only one detection, the one with the higher score', () => {
    expect(median([5, 1, 3])).toBe(3)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([])).toBeNull()
  })
  it('never matches a detection or a true highlight twice', () => {
    expect(spearman([1, 2, 3, 4], [10, 20, 30, 400])).toBeCloseTo(1)
    expect(spearman([1, 2, 3, 4], [4, 3, 2, 1])).toBeCloseTo(-1)
    // By hand: ranks 1, 2.5, 2.5, 4 against 1, 3, 2, 4.
    expect(spearman([1, 2, 2, 3], [1, 3, 2, 4])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5))
    expect(spearman([1, 2], [1, 2])).toBeNull()
    expect(spearman([1, 1, 1], [1, 2, 3])).toBeNull()
  })
  it('averages precision over recall', () => {
    const hit = (score: number) => ({ score, right: true })
    const miss = (score: number) => ({ score, right: false })
    expect(averagePrecision([hit(0.9), hit(0.8)], 2)).toBe(1)
    // Precision 1 at recall 1/2, then 2/3 at recall 1.
    expect(averagePrecision([hit(0.9), miss(0.8), hit(0.7)], 2)).toBeCloseTo(0.5 + (0.5 * 2) / 3)
    expect(averagePrecision([miss(0.9)], 1)).toBe(0)
    expect(averagePrecision([], 0)).toBeNull()
  })
})

describe('measures', () => {
  it('count once each, matched to the nearest detection', () => {
    const m = measure([
      video(
        [event('jump', 10, 14, 0.8, 0.9), event('speed', 30, 36, 0.6)],
        [find(10.2, 14, 0.8, 0.95), find(50, 54, 0.5)],
      ),
      video([event('jump', 5, 8, 0.5, 0.3)], [find(5, 8, 0.6)]),
    ])
    expect(m).toMatchObject({ videos: 2, minutes: 2, events: 3, found: 3 })
    expect(m.precision).toBeCloseTo(2 / 3)
    expect(m.recall).toBeCloseTo(2 / 3)
    expect(m.f1).toBeCloseTo(2 / 3)
    expect(m.recallByType).toEqual({ jump: { found: 2, of: 2 }, speed: { found: 0, of: 1 } })
    expect(m.jumpRecall).toBe(1)
    expect(m.airtimeErrorMs).toBeCloseTo(50)
    expect(m.medianEdgeError).toBeCloseTo(0)
    expect(m.perMinute).toBeCloseTo(1.5)
    expect(m.cutF1).toBeNull()
    expect(m.sceneF1).toBeNull()
  })
  it('counts a highlight that is cut too long only at the loose overlap', () => {
    const m = measure([video([event('jump', 10, 12)], [find(8, 13, 0.7)])])
    expect(m.f1).toBe(0)
    expect(m.f1Loose).toBe(1)
  })
  it('is null, not perfect, when there is nothing to find', () => {
    const m = measure([video([], [])])
    expect(m).toMatchObject({ precision: null, recall: null, f1: null, averagePrecision: null, perMinute: 0 })
    expect(measure([video([], [find(0, 3, 0.5)])])).toMatchObject({ precision: 0, recall: null, f1: 0 })
  })
  it('counts scene starts as cuts, separately from the found cuts', () => {
    const cut = { time: 20, start: 20, end: 20 }
    const truth: Truth = { durationSeconds: 60, events: [], cuts: [cut] }
    const m = measure([video([], [], { truth, cuts: [20], sceneStarts: [7, 20.1, 33] })])
    expect(m.cutF1).toBe(1)
    expect(m.sceneF1).toBeCloseTo(0.5)
  })
  it('names the kinds that are found less often with telemetry', () => {
    const truth = [event('jump', 0, 4), event('scenic', 20, 28)]
    const jump = measure([video(truth, [find(0, 4, 1)])])
    const all = measure([video(truth, [find(0, 4, 1), find(20, 28, 1)])])
    expect(lostByKnowing(jump, all)).toEqual(['scenic'])
    expect(lostByKnowing(all, jump)).toEqual([])
  })
  it('prints one line per method', () => {
    const table = tableOf({
      name: 'Rides',
      methods: { all: measure([video([event('jump', 0, 4)], [find(0, 4, 1)])]) },
    })
    expect(table.split('\n').at(-1)).toMatch(/^\| all \| 1 \| 1\.00 \| 1\.00 \| 1\.00/)
  })
})

describe('calibration', () => {
  const finds = (kind: string, score: number, right: number, of: number) =>
    Array.from({ length: of }, (_, index) => ({ kind, score, right: index < right }))

  it('is perfect when 8 of 10 finds with a score of 0.8 are right', () => {
    expect(reliability(finds('jump', 0.8, 8, 10)).expectedError).toBeCloseTo(0)
    expect(reliability([]).expectedError).toBeNull()
  })
  it('weights the error of each bin by its number of finds', () => {
    const { expectedError, bins } = reliability([...finds('jump', 0.9, 3, 6), ...finds('jump', 0.5, 1, 2)])
    expect(expectedError).toBeCloseTo((6 * 0.4) / 8)
    expect(bins.map(bin => [bin.from, bin.finds, bin.rightShare])).toEqual([
      [0.5, 2, 0.5],
      [0.9, 6, 0.5],
    ])
    expect(reliability(finds('jump', 1, 1, 1)).bins[0]).toMatchObject({ from: 0.9, to: 1 })
  })
  it('is listed by kind, right when it overlaps a true highlight of any kind', () => {
    const m = measure([
      video(
        [event('jump', 10, 14)],
        [
          { ...find(10, 14, 0.9), kind: 'jump' },
          { ...find(30, 34, 0.6), kind: 'speed' },
        ],
      ),
    ])
    expect(m.calibration.all).toMatchObject({ finds: 2 })
    expect(m.calibration.jump!.bins[0]).toMatchObject({ rightShare: 1 })
    expect(m.calibration.speed!.expectedError).toBeCloseTo(0.6)
    expect(calibrationTable('all', m)).toContain('| speed | 1 | 0.60 | 0.00 | 0.60 |')
  })
})

describe('factors', () => {
  it('assign every world a class, and each class has worlds', () => {
    for (const factor of factors) {
      const seen = new Set(
        Array.from({ length: 60 }, (_, seed) => classOf(factor, drawWorld('wide', 9000 + seed))),
      )
      expect(seen.size).toBeGreaterThan(1)
    }
  })

  it('are left out one at a time, on rides of several kinds', async () => {
    const rides = sampleRides(wideTuningRides, 4)
    expect(rides.map(ride => ride.kind)).toEqual(['ride', 'edited', 'stabilized', 'vibration'])
    const judged: (string | undefined)[] = []
    const rows = await leaveOut(rides, ['lens', 'wind'], async ({ fixed }) => {
      judged.push(fixed)
      // A detector that finds the highlight only where the lens is plain.
      const seen = [video([event('jump', 0, 4)], fixed === 'lens' ? [find(0, 4, 1)] : [find(9, 12, 1)])]
      return { all: seen, 'picture and sound': seen }
    })
    expect(judged).toEqual([undefined, 'lens', 'wind'].flatMap(each => Array(4).fill(each)))
    expect(rows.map(row => row.all)).toEqual([
      { varied: 0, plain: 1 },
      { varied: 0, plain: 0 },
    ])
    expect(leaveOutTable(rows)).toContain('| lens | 1.00 | 0.00 | 1.00 |')
  })
})

describe('stability', () => {
  it('treats highlights within 0.3 s as the same', () => {
    const original = [
      { start: 10, end: 14 },
      { start: 30, end: 33 },
    ]
    expect(compareSpans(original, [{ start: 10.3, end: 13.8 }, original[1]!])).toEqual({
      lost: [],
      added: [],
      worstSeconds: expect.closeTo(0.3),
    })
    const shifted = { start: 10.5, end: 14 }
    expect(compareSpans(original, [shifted])).toEqual({
      lost: original,
      added: [shifted],
      worstSeconds: 0.5,
    })
  })
})

describe('baselines', () => {
  const truth: Truth = {
    durationSeconds: 60,
    events: [event('jump', 10, 14), event('speed', 30, 34)],
    cuts: [],
  }
  it('know the number and length of the true highlights', () => {
    for (const found of [
      randomMoments(truth, () => 0.3),
      uniformMoments(truth),
      topMoments(truth, { hz: 2, values: new Float32Array(120) }),
    ]) {
      expect(found).toHaveLength(2)
      for (const one of found) expect(one.end - one.start).toBeCloseTo(4)
    }
  })
  it('take the highest windows without overlap', () => {
    const values = Float32Array.from({ length: 240 }, (_, at) =>
      at >= 40 && at < 56 ? 9 : at >= 120 && at < 136 ? 5 : 0,
    )
    const found = topMoments(truth, { hz: 4, values })
    expect(found.map(one => one.start)).toEqual([10, 30])
    expect(found[0]!.score).toBeGreaterThan(found[1]!.score)
  })
})

it.each([
  ['plain', heldOutRides],
  ['wide', wideHeldOutRides],
] as const)('evaluates the %s world on seeds that are not tuned on', (_, rides) => {
  const tuned = new Set([...tuningRides, ...wideTuningRides].map(ride => ride.seed))
  expect(rides.length).toBeGreaterThanOrEqual(20)
  expect(rides.some(ride => tuned.has(ride.seed))).toBe(false)
  expect(new Set(rides.map(ride => ride.seed)).size).toBe(rides.length)
})

it('evaluates the wide world on the frozen seeds and kinds', () => {
  const listed = wideHeldOutRides.map(({ seed, kind }) => `${seed} ${kind}`)
  expect([listed[0], listed[10], listed[14], listed[17], listed[20], listed[22], listed.at(-1)]).toEqual([
    '501 ride',
    '511 edited',
    '515 stabilized',
    '518 vibration',
    '521 lot',
    '523 cruise',
    '524 cruise',
  ])
  expect(new Set(wideHeldOutRides.map(ride => ride.world))).toEqual(new Set(['wide']))
})
