import { expect, test } from 'vitest'
import { runChaos } from '#test/harness/chaos/run.ts'

test('two webs and three workers among faults lose nothing, do nothing twice and answer 5xx only in their seconds', {
  timeout: 1000 * 60 * 10,
}, async () => {
  const report = await runChaos({
    ...{ seconds: 45, uploads: 6, riders: 3, viewers: 3, webs: 2, workers: 3, publications: 3, payouts: 2 },
    ...{ faultEverySeconds: 6, seed: 41, say: () => undefined },
  })
  expect(report.wrong).toEqual([])
  expect(report.uploads).toBe(6)
  const kinds = Object.keys(report.faults).map(fault => fault.replace(/^(kill|stop)/, 'end'))
  expect([...new Set(kinds)].sort()).toEqual([
    'cut connections',
    'end a web',
    'end a worker',
    'restart the database',
  ])
  expect(report.faults['restart the database']).toBe(2)
  expect(report.refusedByStore).toBeGreaterThan(0)
})
