import { expect, test } from 'vitest'
import { auditFilterOf, pageOf } from './audit-rules.ts'

const filterOf = (address: string) => auditFilterOf(new URLSearchParams(address))

test('the last day of a filter is included, and what is no day is left out', () => {
  const { from, to } = filterOf('from=2026-03-01&until=2026-03-01')
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3_600_000)
  expect(filterOf('from=soon&until=')).toEqual({})
})

test('the audit log is asked for an id only together with its type', () => {
  expect(filterOf('objectId=7&actor=+sam%40trailcut.example+')).toEqual({ actor: 'sam@trailcut.example' })
  expect(filterOf('objectType=payout&objectId=7')).toEqual({ objectType: 'payout', objectId: '7' })
})

test('an entry leads to the page of its object', () => {
  const page = (objectType: string, objectId: string) => pageOf({ objectType, objectId })
  expect(page('user', 'a b')).toBe('/admin?tab=users&user=a%20b')
  expect(page('digest', '7')).toBeNull()
})
