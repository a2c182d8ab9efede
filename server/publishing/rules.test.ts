import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterFailure,
  coverWithin,
  freeAt,
  mostAttempts,
  pauseSeconds,
  resumeState,
  unpublishable,
  untouched,
} from './rules.ts'

test('a video is published only when it is accepted, shown, not rejected and ready', () => {
  const ready: Parameters<typeof unpublishable>[0] = {
    status: 'approved',
    held: false,
    hidden: false,
    hasOriginal: true,
  }
  expect(unpublishable(ready)).toBeNull()
  expect(String(unpublishable({ ...ready, held: true }))).toBe("The rider hasn't accepted this video yet.")
  expect(String(unpublishable({ ...ready, hidden: true }))).toBe('Staff hid this video.')
  expect(String(unpublishable({ ...ready, status: 'rejected' }))).toBe('The video was rejected.')
  expect(String(unpublishable({ ...ready, status: 'failed' }))).toBe("The video couldn't be processed.")
  for (const notYet of [{ status: 'uploading' }, { status: 'processing' }, { hasOriginal: false }] as const)
    expect(String(unpublishable({ ...ready, ...notYet }))).toBe("The video isn't ready yet.")
})

test('a slot is free exactly when no rolling hour or day would have too many', () => {
  const limits = { perHour: 3, perDay: 7 }
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 3 * 3600_000 }), { minLength: 20, maxLength: 60 }),
      gaps => {
        const starts: Date[] = []
        let now = 0
        for (const gap of gaps) {
          now += gap
          const free = freeAt(starts, limits, new Date(now))
          if (free.getTime() <= now) starts.push(new Date(now))
          else expect(freeAt(starts, limits, free).getTime()).toBe(free.getTime())
        }
        for (const [span, most] of [
          [3600_000, 3],
          [86_400_000, 7],
        ] as const)
          for (const s of starts)
            expect(starts.filter(t => t >= s && t.getTime() < s.getTime() + span).length).toBeLessThanOrEqual(
              most,
            )
      },
    ),
  )
})

test('a clock that is set back frees nothing', () => {
  const start = new Date('2026-11-21T12:00:00Z')
  const free = freeAt([start], { perHour: 1, perDay: 10 }, new Date('2026-11-21T11:30:00Z'))
  expect(free.toISOString()).toBe('2026-11-21T13:00:00.000Z')
})

test('after a failure, never a second call while the outcome of the first is unknown', () => {
  expect(afterFailure('unknown_outcome', { attempts: 1, paced: false })).toEqual({ state: 'look_up' })
  expect(afterFailure('reject', { attempts: 1, paced: false })).toEqual({
    state: 'failed',
    kind: 'reject',
  })
  expect(afterFailure('reconnect', { attempts: 1, paced: false }).state).toBe('failed')
  expect(afterFailure('retry_after', { attempts: 1, paced: false }).state).toBe('again')
  expect(afterFailure('retry_after', { attempts: mostAttempts, paced: false }).state).toBe('failed')
  // A used-up quota isn't counted as a failure.
  expect(afterFailure('retry_after', { attempts: 99, paced: true }).state).toBe('again')
  expect([1, 2, 3, 20].map(n => pauseSeconds(n, undefined))).toEqual([5, 10, 20, 900])
  expect(pauseSeconds(1, 3600)).toBe(3600)
})

test('it resumes where it stopped, and can be changed only before the first platform call', () => {
  const nothing = { remote_id: null, session: null, opening_at: null }
  const now = new Date()
  expect(resumeState(nothing)).toBe('queued')
  expect(resumeState({ ...nothing, opening_at: now })).toBe('unknown')
  expect(resumeState({ ...nothing, opening_at: now, session: 's' })).toBe('uploading')
  expect(resumeState({ remote_id: 'r', session: 's', opening_at: now })).toBe('processing')
  expect(untouched({ state: 'queued', opening_at: null })).toBe(true)
  expect(untouched({ state: 'queued', opening_at: now })).toBe(false)
  expect(untouched({ state: 'uploading', opening_at: null })).toBe(false)
})

test('a cover is the first wanted second that the clip shows, as a second of the clip', () => {
  const parts = [
    { start: 10, end: 14 },
    { start: 30, end: 35 },
  ]
  expect(coverWithin(parts, [12])).toBe(2)
  expect(coverWithin(parts, [20, 31.5, 11])).toBe(5.5)
  expect(coverWithin(parts, [14, 35])).toBeNull()
  expect(coverWithin(parts, [])).toBeNull()
})
