import { expect, test } from 'vitest'
import type { Label } from '#server/learning/index.ts'
import { reviewReport, reviewTables } from './reviews.ts'

const label = (change: Partial<Label>): Label => ({
  videoId: 'v1',
  runId: 'r1',
  highlight: 0,
  reviewerId: 'mo',
  verdict: 'approved',
  byVideo: false,
  analysisVersion: 5,
  kind: 'jump',
  source: 'telemetry',
  rawScore: 0.8,
  shownScore: 0.8,
  foundStart: 10,
  foundEnd: 14,
  givenStart: 10,
  givenEnd: 14,
  at: new Date(0),
  ...change,
})

/** Reviewers kept 8 of 10 jumps and 1 of 4 loud moments; two kept jumps were trimmed. */
const labels: Label[] = [
  ...Array.from({ length: 10 }, (_, i) =>
    label({
      videoId: `v${i % 5}`,
      runId: `r${i % 5}`,
      highlight: i,
      verdict: i < 2 ? 'rejected' : i < 4 ? 'trimmed' : 'approved',
      ...(i === 2 ? { givenStart: 11, givenEnd: 13.5 } : {}),
      ...(i === 3 ? { givenStart: 10.5, givenEnd: 14.02 } : {}),
    }),
  ),
  ...Array.from({ length: 4 }, (_, i) =>
    label({
      videoId: `w${i}`,
      runId: `w${i}`,
      kind: 'sound_burst',
      source: 'picture',
      shownScore: 0.75,
      verdict: i === 0 ? 'approved' : 'rejected',
      byVideo: i === 3,
    }),
  ),
  label({ highlight: null, kind: null, verdict: 'rejected', shownScore: 0.4 }),
]

test('precision, calibration and edges are computed per kind, with the number of labels behind each', () => {
  const report = reviewReport(labels)
  const jumps = report.kinds.find(({ name }) => name === 'jump')
  expect(jumps).toMatchObject({ labels: 10, videos: 5, approved: 6, trimmed: 2, rejected: 2, precision: 0.8 })
  expect(jumps?.calibration.expectedError).toBeCloseTo(0, 6)
  expect(jumps?.edges).toEqual({
    kept: 8,
    moved: 2,
    startShift: 0.75,
    endShift: expect.closeTo(-0.24, 6),
    startError: 0.75,
    endError: expect.closeTo(0.26, 6),
  })
  const loud = report.kinds.find(({ name }) => name === 'sound_burst')
  expect(loud).toMatchObject({ labels: 4, precision: 0.25 })
  expect(loud?.calibration.expectedError).toBeCloseTo(0.5, 6)
  expect(report.sources.map(({ name, labels }) => [name, labels])).toEqual([
    ['telemetry', 10],
    ['picture', 4],
  ])
  expect(report).toMatchObject({ all: { labels: 14 }, videos: { labels: 1, precision: 0 }, byVideo: 1 })
})

test('a share based on few videos has a wide interval, one based on a single video has none', () => {
  const { kinds } = reviewReport(labels)
  const [few, many] = [kinds.find(k => k.name === 'sound_burst'), kinds.find(k => k.name === 'jump')]
  expect(few?.precisionWithin).toBeGreaterThan(many?.precisionWithin ?? 1)
  expect(reviewReport([label({})]).all.precisionWithin).toBeNull()
})

test('reviewers who judge the same highlight agree or disagree', () => {
  const both = (verdict: Label['verdict']) => [label({}), label({ reviewerId: 'alex', verdict })]
  expect(reviewReport(both('trimmed')).agreement).toEqual({ judgedTwice: 1, agreed: 1 })
  expect(reviewReport(both('rejected')).agreement).toEqual({ judgedTwice: 1, agreed: 0 })
})

test('without labels the tables contain dashes, not figures', () => {
  expect(reviewTables(reviewReport([]))).toContain('| all | 0 | 0 | 0 | 0 | 0 | – | – | – | 0 of 0 | – | – |')
})
