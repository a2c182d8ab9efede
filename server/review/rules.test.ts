import { describe, expect, test } from 'vitest'
import { videoStatuses } from '#contract/videos.ts'
import { sentences } from '#sentences/review.ts'
import {
  indexesOf,
  mayDecide,
  overtaken,
  refusalOfCompilation,
  refusalOfTrim,
  rejectionSentence,
  type VerdictGiven,
} from './rules.ts'

const mia = { kind: 'approve' as const, actorId: 'mia', name: 'Mia' }
const given = (change: Partial<VerdictGiven>): VerdictGiven => ({
  status: 'draft',
  playable: true,
  knowsState: false,
  last: null,
  me: 'me',
  ...change,
})

describe('permitted decisions', () => {
  test('each verdict in each status, without a stated version', () => {
    const table = Object.fromEntries(
      videoStatuses.map(status => [
        status,
        (['approve', 'reject', 'publish'] as const).map(verdict => {
          const answer = mayDecide(verdict, given({ status }))
          return answer === 'go'
        }),
      ]),
    )
    expect(table).toEqual({
      uploading: [false, false, false],
      processing: [false, false, false],
      draft: [true, true, true],
      pending: [true, true, true],
      approved: [false, false, true],
      rejected: [false, false, false],
      published: [false, false, false],
      failed: [false, false, false],
    })
  })

  test('with a stated version, staff can change their minds, except about published videos', () => {
    const go = (verdict: 'approve' | 'reject' | 'publish', status: VerdictGiven['status']) =>
      mayDecide(verdict, given({ status, knowsState: true, last: mia }))
    expect(go('reject', 'approved')).toBe('go')
    expect(go('approve', 'rejected')).toBe('go')
    expect(go('publish', 'rejected')).toBe('go')
    expect(go('reject', 'published')).toMatchObject({ refusal: { id: 'review.hideInstead' } })
  })

  test('the second of two learns who decided first; repeating your own decision is no error', () => {
    expect(mayDecide('reject', given({ status: 'approved', last: mia }))).toMatchObject({
      refusal: { id: 'review.alreadyDecided', values: { name: 'Mia', kind: 'approve' } },
    })
    expect(mayDecide('approve', given({ status: 'approved', last: mia }))).toMatchObject({
      refusal: { id: 'review.alreadyDecided', values: { name: 'Mia', kind: 'approve' } },
    })
    expect(mayDecide('approve', given({ status: 'approved', last: mia, me: 'mia' }))).toBe('done')
    expect(String(overtaken(mia, 'me'))).toContain('Mia approved this video while you had it open')
    expect(String(overtaken(mia, 'mia'))).toContain('You approved this video in another window')
    expect(overtaken(null, 'me')).toBe(sentences.changed)
  })

  test("an unplayable video can't be released", () => {
    expect(mayDecide('approve', given({ playable: false }))).toHaveProperty('refusal')
    expect(mayDecide('reject', given({ playable: false }))).toBe('go')
  })
})

test('a rider always gets a reason', () => {
  expect(String(rejectionSentence('privacy', ''))).toContain('license plates')
  expect(String(rejectionSentence('privacy', 'At 0:12.'))).toMatch(/license plates.*At 0:12\.$/)
  expect(rejectionSentence('other', '')).toBeNull()
  expect(rejectionSentence('other', 'Wrong file?')).toBe('Wrong file?')
})

test('a trimmed highlight lies within the video and has a minimum length', () => {
  expect(refusalOfTrim(1, 4, 60)).toBeNull()
  expect(String(refusalOfTrim(4, 4.5, 60))).toContain('at least 1 second')
  expect(refusalOfTrim(9, 5, 60)).not.toBeNull()
  expect(String(refusalOfTrim(50, 61, 60))).toContain('before the video does')
})

test('a chosen highlight is found by its index or its bounds', () => {
  const highlights = [0, 1, 2].map(i => ({ start: i * 100, end: i * 100 + 90 }))
  expect(indexesOf([2, { start: 0, end: 90 }], highlights)).toEqual([2, 0])
  expect(indexesOf([{ start: 0, end: 80 }], highlights)).toEqual([-1])
})

test('a reel consists of existing highlights, each once, and is at most three minutes for short-video platforms', () => {
  const highlights = [0, 1, 2].map(i => ({ start: i * 100, end: i * 100 + 90 }))
  expect(refusalOfCompilation([0, 2], highlights, 'short')).toBeNull()
  expect(String(refusalOfCompilation([0, 1, 2], highlights, 'short'))).toContain(
    '180 seconds; these highlights last 270',
  )
  expect(refusalOfCompilation([0, 1, 2], highlights, 'wide')).toBeNull()
  expect(refusalOfCompilation([1, 1], highlights, 'wide')).toBe(sentences.highlightOnce)
  expect(refusalOfCompilation([3], highlights, 'wide')).toBe(sentences.noHighlight)
  expect(refusalOfCompilation([-1], highlights, 'wide')).toBe(sentences.noHighlight)
})
