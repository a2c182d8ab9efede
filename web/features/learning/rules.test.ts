import { expect, test } from 'vitest'
import { historyRows } from './rules.ts'

const use = (version: number) => ({ version, usedAt: '2026-11-22T12:00:00Z', usedBy: 'Alex' })
const rows = (inUse: number, versions: number[]) =>
  historyRows({ inUse: { version: inUse, fits: true }, history: versions.map(use) }).map(row => [
    row.version,
    row.again,
  ])

test('weights that are not in use can be used again, each from its newest row', () => {
  expect(rows(0, [])).toEqual([[0, false]])
  expect(rows(4, [4, 2, 4, 2])).toEqual([
    [4, false],
    [2, true],
    [4, false],
    [2, false],
    [0, true],
  ])
  expect(rows(0, [0, 4])).toEqual([
    [0, false],
    [4, true],
    [0, false],
  ])
})
