import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.ts'

test('IANA names are time zones; offsets and unknown names are not', () => {
  expect(['Europe/Berlin', 'UTC', 'America/New_York'].every(isTimeZone)).toBe(true)
  expect(['+02:00', 'PST', 'Mars/Base', '', '../etc'].some(isTimeZone)).toBe(false)
})
