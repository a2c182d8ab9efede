import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.ts'

test('accepts IANA names as time zones, not offsets or unknown names', () => {
  expect(['Europe/Berlin', 'UTC', 'America/New_York'].every(isTimeZone)).toBe(true)
  expect(['+02:00', 'PST', 'Mars/Base', '', '../etc'].some(isTimeZone)).toBe(false)
})
