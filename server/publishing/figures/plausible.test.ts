import { expect, test } from 'vitest'
import { type Counts, confirmsDrop, implausibility, plausibleGrowth, type Sighting } from './plausible.ts'

const limits = { viewsPerMinute: 1000, timesRate: 5, likesPerView: 0.4 }
const at = (hours: number) => new Date(Date.UTC(2026, 10, 1) + hours * 3600_000)
const counts = (views: number, likes: number | null = 0, change: Partial<Counts> = {}): Counts => ({
  views,
  likes,
  comments: 0,
  shares: null,
  ...change,
})
/** A one-day-old post with 5,000 views, counted an hour ago. */
const sighting = (reported: Counts, change: Partial<Sighting> = {}): Sighting => ({
  accepted: counts(5000, 100),
  acceptedAt: at(23),
  publishedAt: at(0),
  until: at(24),
  reported,
  ...change,
})
const judge = (reported: Counts, change?: Partial<Sighting>) =>
  implausibility(sighting(reported, change), limits)

test('unchanged counts and usual growth are plausible', () => {
  expect(judge(counts(5000, 100))).toBeNull()
  expect(judge(counts(9000, 400, { comments: 50, shares: 30 }))).toBeNull()
})

test('fewer views than accepted are a drop, even by one view', () => {
  expect(judge(counts(4999, 100))).toBe('drop')
  expect(judge(counts(0))).toBe('drop')
})

test('more views than could have come in the time are a jump, exact to the view', () => {
  const most = plausibleGrowth(sighting(counts(0)), limits)
  expect(most).toBe(10_000 + 60 * 1000)
  expect(judge(counts(5000 + most))).toBeNull()
  expect(judge(counts(5001 + most))).toBe('jump')
})

test('a post that has been fast can grow several times as fast', () => {
  const viral = { accepted: counts(23 * 60 * 2000, 100_000) }
  expect(plausibleGrowth(sighting(counts(0), viral), limits)).toBe(10_000 + 60 * 5 * 2000)
  // The first minute is too short for a rate.
  const begun = { acceptedAt: new Date(at(0).getTime() + 60_000), until: at(1) }
  expect(plausibleGrowth(sighting(counts(0), begun), limits)).toBe(10_000 + 59 * 1000)
})

test("the first count is judged by the post's age", () => {
  const first = { accepted: counts(0), acceptedAt: null }
  expect(judge(counts(24 * 60_000), first)).toBeNull()
  expect(judge(counts(25 * 60_000), first)).toBe('jump')
  // A clock that is behind doesn't produce a negative time.
  expect(judge(counts(10_000), { ...first, until: at(-1) })).toBeNull()
})

test('more likes, comments or shares than views, or likes from too many viewers, are an odd ratio', () => {
  expect(judge(counts(6000, 6001))).toBe('ratio')
  expect(judge(counts(6000, 10, { comments: 6001 }))).toBe('ratio')
  expect(judge(counts(6000, 10, { shares: 6001 }))).toBe('ratio')
  expect(judge(counts(6000, 2400))).toBeNull()
  expect(judge(counts(6000, 2401))).toBe('ratio')
  expect(judge(counts(6000, null))).toBeNull()
})

test('all friends can like a small post', () => {
  const small = { accepted: counts(0), acceptedAt: null }
  expect(judge(counts(299, 299), small)).toBeNull()
  expect(judge(counts(300, 299), small)).toBe('ratio')
  expect(judge(counts(3, 4), small)).toBe('ratio')
})

test('a ratio accepted by staff is not raised again until it gets worse', () => {
  const accepted = { accepted: counts(5000, 3000) }
  expect(judge(counts(6000, 3600), accepted)).toBeNull()
  expect(judge(counts(6000, 3601), accepted)).toBe('ratio')
})

test('only a drop confirms itself, after a day', () => {
  expect(confirmsDrop('drop', at(0), new Date(at(24).getTime() - 1))).toBe(false)
  expect(confirmsDrop('drop', at(0), at(24))).toBe(true)
  expect(confirmsDrop('jump', at(0), at(48))).toBe(false)
  expect(confirmsDrop('ratio', at(0), at(48))).toBe(false)
})
