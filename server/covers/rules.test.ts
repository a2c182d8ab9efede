import { expect, test } from 'vitest'
import { videoStatuses } from '#contract/video-statuses.ts'
import { refusalOfCover, statusAfterCover } from './rules.ts'

const allowed = (given: { playable?: boolean; underWay?: boolean }) =>
  videoStatuses.filter(
    status => refusalOfCover({ status, playable: true, underWay: false, ...given }) === null,
  )

test('the cover of a playable video can change until the video is published', () => {
  expect(allowed({})).toEqual(['draft', 'pending', 'approved', 'rejected'])
  expect(allowed({ playable: false })).toEqual([])
})

test('the cover can’t change while a post is on its way', () => {
  expect(allowed({ underWay: true })).toEqual([])
})

test('an approved video waits for staff again, any other stays where it is', () => {
  expect(statusAfterCover('approved')).toBe('pending')
  for (const status of ['draft', 'pending', 'rejected'] as const)
    expect(statusAfterCover(status)).toBe(status)
})
