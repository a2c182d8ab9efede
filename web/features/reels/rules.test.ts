import { expect, test } from 'vitest'
import type { Evidence, Highlight } from '#contract/analysis.ts'
import { gaugeSecondsAtOnce } from '#contract/gauges/schemas.ts'
import { bestPlan, emptyPlan, fitted, pieceOf } from '#contract/reels/best.ts'
import { reelTargets } from '#contract/reels/limits.ts'
import { lengthOf, timelineOf } from '#contract/reels/timeline.ts'
import { blocksOf, moved, positionOf, shownBy } from './rules.ts'

const highlight = (start: number, end: number, score = 0.8): Highlight => ({
  description: `From ${start}`,
  score,
  certainty: 0.95,
  standing: 0.5,
  scoreModel: 'rides-1',
  strength: score,
  start,
  end,
  clipType: 'action',
  motionLevel: 0.5,
  excitementLevel: 0.5,
  evidence: [],
})

test('an entry moves to its new place, and the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a'], 0, 0)).toEqual(['a'])
})

test.each([0, 42.4])(
  'cuts follow the beats of own music heard from %d s on, and stay where they are without a beat',
  from => {
    const pieces = [
      { start: 5, end: 7.1, crop: null },
      { start: 20, end: 21.3, crop: null },
      { start: 58.9, end: 60, crop: null },
    ]
    const plan = { ...emptyPlan, title: 'Go', slowMotion: false, music: { file: 'x', from }, pieces }
    const own = { bpm: 97.3, first: 0.21 }
    const { titleFrames, pieces: timed } = timelineOf(plan, [], 60, own)
    for (const cut of [titleFrames, ...timed.map(({ at, frames }) => at + frames)]) {
      const beats = ((from + cut / 30 - own.first) * own.bpm) / 60
      expect(Math.abs(beats - Math.round(beats)) * (60 / own.bpm), `cut at ${cut}`).toBeLessThan(
        1 / 60 + 1e-6,
      )
    }
    // No piece goes beyond the video, or is far from its own length.
    for (const [i, { start, end }] of timed.entries()) {
      expect(end).toBeLessThanOrEqual(60)
      expect(Math.abs(end - start - (pieces[i]!.end - pieces[i]!.start))).toBeLessThan(60 / own.bpm)
    }
    const loose = timelineOf(plan, [], 60)
    expect(loose).toEqual(timelineOf({ ...plan, onBeat: false }, [], 60, own))
    expect(loose.pieces.map(({ frames }) => frames)).toEqual([63, 39, 33])
  },
)

test('the blocks that gauges need cover all pieces, and stay few enough for one answer', () => {
  const pieces = Array.from({ length: 30 }, (_, i) => ({ start: i * 40 + 7, end: i * 40 + (i ? 7.6 : 49) }))
  const blocks = blocksOf(pieces)
  for (const { start, end } of pieces)
    for (let time = start; time < end; time += 0.1)
      expect(blocks.some(block => block.start <= time && time < block.end)).toBe(true)
  expect(blocks.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThan(gaugeSecondsAtOnce)
  expect(blocksOf([])).toEqual([{ start: 0, end: 8 }])
  expect(blocksOf([{ start: 8, end: 16 }])).toEqual([{ start: 8, end: 16 }])
})

const jumpAt = (core: number): Evidence => ({
  ...{ type: 'jump', source: 'imu', start: core - 0.4, end: core + 0.4, core },
  ...{ value: 0.8, unit: 's', strength: 0.7, text: '' },
})

test('the best of a ride is never longer than its target, with music and slow motion too', () => {
  const highlights = Array.from({ length: 40 }, (_, i) => ({
    ...highlight(i * 10, i * 10 + 7, (i % 7) / 10),
    evidence: [jumpAt(i * 10 + 3)],
  }))
  const peaks = highlights.map(h => h.start + 3)
  for (const target of reelTargets) {
    const plan = bestPlan({ highlights, compilations: [] }, target, 400)
    const length = lengthOf(timelineOf(plan, peaks, 400))
    expect(length).toBeLessThanOrEqual(target)
    expect(length).toBeGreaterThan(target * 0.7)
    expect(plan.pieces.every(p => p.end - p.start >= 0.5)).toBe(true)
    // The strongest of them, in the order of the ride.
    expect(
      plan.pieces.every(p => highlights.some(h => h.score === 0.6 && h.start <= p.start && p.end <= h.end)),
    ).toBe(target < 30)
    expect(plan.pieces).toEqual(plan.pieces.toSorted((a, b) => a.start - b.start))
  }
})

test('a plan that fits is left alone, and one with nothing that fits ends empty', () => {
  const plan = { ...emptyPlan, pieces: [{ start: 0, end: 3, crop: null }] }
  expect(fitted(plan, [], 60)).toEqual(plan)
  expect(bestPlan({ highlights: [], compilations: [] }, 15, 60).pieces).toEqual([])
})

test('an entry stays within its highlight and keeps its name', () => {
  const highlights = [highlight(0, 2), highlight(10, 30)]
  for (const h of highlights) {
    const piece = pieceOf(h)
    expect(piece.start).toBeGreaterThanOrEqual(h.start)
    expect(piece.end).toBeLessThanOrEqual(h.end)
    expect(shownBy(highlights, piece)).toBe(h)
  }
  expect(shownBy(highlights, { start: 4, end: 6, crop: null })).toBeUndefined()
})

test('a crop preview matches the renderer and stops at the edges', () => {
  const share = 0.4
  expect(positionOf(0.5, share)).toBeCloseTo(0.5)
  expect(positionOf(0.2, share)).toBe(0)
  expect(positionOf(0.8, share)).toBeCloseTo(1)
  expect(positionOf(0, share)).toBe(0)
  expect(positionOf(1, 1)).toBe(0.5)
})
