import { expect, test } from 'vitest'
import { videoStatuses } from '#contract/video-statuses.ts'
import { refusalOfCover, statusAfterCover } from './rules.ts'

const allowed = (given: { playable?: boolean; underWay?: boolean }) =>
  videoStatuses.filter(
    status => refusalOfCover({ status, playable: true, underWay: false, ...given }) === null,
  )

test("a playable video's cover can change until the video is published", () => {
  expect(allowed({})).toEqual(['draft', 'pending', 'approved', 'rejected'])
  expect(allowed({ playable: false })).toEqual([])
})

test("the cover can't change while a post is in progress", () => {
  expect(allowed({ underWay: true })).toEqual([])
})

test('an approved video needs another review, any other keeps its status', () => {
  expect(statusAfterCover('approved')).toBe('pending')
  for (const status of ['draft', 'pending', 'rejected'] as const)
    expect(statusAfterCover(status)).toBe(status)
})
