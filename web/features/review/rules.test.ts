import { describe, expect, test } from 'vitest'
import type { AiProcessedVideo } from '#contract/review.ts'
import {
  beside,
  hashtagsFrom,
  highlightsOf,
  isTail,
  isTrimmed,
  mayUndo,
  nextWaiting,
  tagsFrom,
} from './rules.ts'

const at = (id: string, status: AiProcessedVideo['status']) => ({ id, status })
const list = [at('a', 'draft'), at('b', 'approved'), at('c', 'pending'), at('d', 'rejected')]

describe('neighboring highlights', () => {
  test('move one by one and stop at the ends', () => {
    expect(beside(list, 'a', 1)?.id).toBe('b')
    expect(beside(list, 'b', -1)?.id).toBe('a')
    expect(beside(list, 'd', 1)).toBeNull()
    expect(beside(list, 'a', -1)).toBeNull()
  })
  test('start with the first', () => {
    expect(beside(list, null, 1)?.id).toBe('a')
    expect(beside([], null, 1)).toBeNull()
  })
})

describe('nextWaiting', () => {
  test('skips decided videos, and wraps around', () => {
    expect(nextWaiting(list, 'a')?.id).toBe('c')
    expect(nextWaiting(list, 'c')?.id).toBe('a')
  })
  test('leaves a video to whoever has it open, unless nothing else waits', () => {
    const three = [at('a', 'draft'), at('b', 'draft'), at('c', 'draft')]
    expect(nextWaiting(three, 'a', new Map([['b', 'Mo']]))?.id).toBe('c')
    expect(nextWaiting(three.slice(0, 2), 'a', new Map([['b', 'Mo']]))?.id).toBe('b')
  })
  test('is null once everything is decided, even if the current video still shows as waiting', () => {
    expect(nextWaiting([at('a', 'draft'), at('b', 'approved')], 'a')).toBeNull()
  })
})

test('the tail waits and has a viral potential below 10%', () => {
  const of = (status: AiProcessedVideo['status'], aiViralPotentialScore: number | null) =>
    isTail({ status, aiViralPotentialScore })
  expect([
    of('draft', 0.09),
    of('pending', 0),
    of('draft', 0.1),
    of('draft', null),
    of('rejected', 0),
  ]).toEqual([true, true, false, false, false])
})

test('a trimmed highlight has its new ends, the others keep theirs', () => {
  const aiHighlights = JSON.stringify([
    { description: 'Jump', start: 1, end: 5 },
    { description: 'Climb', start: 8, end: 12 },
  ])
  const trims = [{ index: 1, start: 9, end: 11, originalStart: 8, originalEnd: 12 }]
  expect(highlightsOf({ aiHighlights }, trims).map(({ start, end }) => [start, end])).toEqual([
    [1, 5],
    [9, 11],
  ])
  expect(highlightsOf({ aiHighlights: null })).toEqual([])
})

test('a highlight that was trimmed back counts as not trimmed', () => {
  const trim = { index: 0, start: 1, end: 5, originalStart: 1, originalEnd: 5 }
  expect(isTrimmed(trim)).toBe(false)
  expect(isTrimmed({ ...trim, end: 5.1 })).toBe(true)
  expect(isTrimmed({ ...trim, start: 0.9 })).toBe(true)
  expect(isTrimmed(undefined)).toBe(false)
})

test('only your own decision can be undone, and only for a while', () => {
  const decision = {
    kind: 'approve',
    by: 'Kim',
    mine: true,
    at: '',
    undoUntil: '2026-01-01T00:05:00Z',
  } as const
  const now = Date.parse('2026-01-01T00:04:59Z')
  expect(mayUndo(decision, now)).toBe(true)
  expect(mayUndo(decision, now + 1000)).toBe(false)
  expect(mayUndo({ ...decision, mine: false }, now)).toBe(false)
  expect(mayUndo({ ...decision, undoUntil: null }, now)).toBe(false)
  expect(mayUndo(null, now)).toBe(false)
})

test('parses tags and hashtags as typed', () => {
  expect(tagsFrom(' utv, sand dunes ,,utv\njump')).toEqual(['utv', 'sand dunes', 'jump'])
  expect(hashtagsFrom('#utv  ##dunes, jump #utv')).toEqual(['utv', 'dunes', 'jump'])
})
