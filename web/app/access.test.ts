import { describe, expect, test } from 'vitest'
import { barFor, mayOpen, navigationFor } from './access.ts'
import type { AppRoute } from './routes.ts'

test('staff screens are for staff, admin screens for admins', () => {
  expect((['user', 'moderator', 'admin'] as const).map(role => mayOpen('staff', role))).toEqual([
    false,
    true,
    true,
  ])
  expect((['user', 'moderator', 'admin'] as const).map(role => mayOpen('admin', role))).toEqual([
    false,
    false,
    true,
  ])
  expect(mayOpen('signedIn', 'user')).toBe(true)
})

describe('navigationFor', () => {
  const page = Object.assign(() => null, { fetch: async () => undefined })
  const entry = (path: string, access: AppRoute['access']): AppRoute => ({
    path,
    access,
    page,
    nav: { label: path, icon: 'dashboard' },
  })
  const table = [
    entry('/', 'signedIn'),
    { path: '/terms', access: 'anyone', page } as const,
    entry('/admin', 'staff'),
  ]
  test('lists only screens that this role may open and that have an entry', () => {
    expect(navigationFor(table, 'user').map(route => route.path)).toEqual(['/'])
    expect(navigationFor(table, 'moderator').map(route => route.path)).toEqual(['/', '/admin'])
  })
})

describe('barFor', () => {
  const page = Object.assign(() => null, { fetch: async () => undefined })
  const entry = (path: string, more: object = {}): AppRoute => ({
    path,
    access: path === '/staff' ? 'staff' : 'signedIn',
    page,
    nav: { label: path, icon: 'dashboard', ...more },
  })
  const table = [
    ...['/', '/a', '/b'].map(path => entry(path)),
    entry('/plans', { yields: true }),
    entry('/c'),
    entry('/staff'),
  ]
  const paths = (entries: readonly { path: string }[]) => entries.map(({ path }) => path)

  test('keeps what yields while there is room', () => {
    expect(paths(barFor(table, 'user'))).toEqual(['/', '/a', '/b', '/plans', '/c'])
  })
  test('leaves it out when there are more than five', () => {
    expect(paths(barFor(table, 'admin'))).toEqual(['/', '/a', '/b', '/c', '/staff'])
  })
})
