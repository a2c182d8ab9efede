import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => vi.useRealTimers())

/** A page that has just opened. */
const open = () => import('./leave-page.ts')

test('a page is left for the login once, after the pause', async () => {
  const { leavePageIn } = await open()
  const went = vi.fn<(to: string) => void>()
  expect(leavePageIn(500, () => went('login'))).toBe(true)
  expect(leavePageIn(500, () => went('login'))).toBe(false)
  expect(went).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(went.mock.calls).toEqual([['login']])
})

test('a sign-out or a reload is not canceled by a login, whichever came first', async () => {
  for (const loginFirst of [true, false]) {
    vi.resetModules()
    const { leavePage, leavePageIn } = await open()
    const went = vi.fn<(to: string) => void>()
    if (loginFirst) leavePageIn(500, () => went('login'))
    leavePage(() => went('reload'))
    if (!loginFirst) expect(leavePageIn(500, () => went('login'))).toBe(false)
    vi.advanceTimersByTime(5_000)
    expect(went.mock.calls).toEqual([['reload']])
  }
})
