import { expect, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { apart, failedBefore, type NightlyDeps, runNightly, type Step } from './nightly.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function setUp() {
  const { db } = await testDatabase()
  const clock = { at: new Date('2026-11-22T01:00:00Z'), now: () => clock.at }
  const deps: NightlyDeps = { db, clock, log: quiet }
  return { deps, clock }
}

/** Pages of objects from 1 to `count`, ten per page; the object `deadly` ends the process. */
const counting = (name: string, count: number, seen: string[], deadly = { at: -1 }): Step => ({
  name,
  async page(cursor) {
    const from = Number(cursor ?? 0)
    const to = Math.min(count, from + 10)
    for (let n = from + 1; n <= to; n++) {
      if (n === deadly.at) throw new Error('killed')
      seen.push(`${name}:${n}`)
    }
    return { cursor: to < count ? String(to) : null, objects: to - from, differed: 0 }
  },
})

test('a killed run resumes after the last page it finished, and runs once a day', async () => {
  const { deps, clock } = await setUp()
  const seen: string[] = []
  const deadly = { at: 27 }
  const steps = () => [counting('a', 25, seen), counting('b', 40, seen, deadly)]
  await expect(runNightly(deps, 'test', steps())).rejects.toThrow('killed')
  deadly.at = -1
  expect(await runNightly(deps, 'test', steps())).toBe(true)
  // Only the interrupted page is repeated.
  expect(seen.filter(s => s.startsWith('a'))).toHaveLength(25)
  expect(seen.filter(s => s.startsWith('b'))).toHaveLength(40 + 6)
  expect(new Set(seen).size).toBe(65)
  expect(await deps.db.selectFrom('nightly_progress').selectAll().execute()).toMatchObject([
    { task: 'test', pages: 7, objects: 65, finished_at: clock.at },
  ])
  expect(await runNightly(deps, 'test', steps())).toBe(false)
  clock.at = new Date('2026-11-23T01:00:00Z')
  expect(await runNightly(deps, 'test', steps())).toBe(true)
})

test('a run that is restarted meanwhile stops, and leaves the new one alone', async () => {
  const { deps, clock } = await setUp()
  const seen: string[] = []
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held: Step = {
    name: 'a',
    async page() {
      reached.resolve()
      await released.promise
      return { cursor: null, objects: 1, differed: 0 }
    },
  }
  const old = runNightly(deps, 'test', [held, counting('b', 5, seen)])
  await reached.promise
  clock.at = new Date(clock.at.getTime() + 1)
  const ours: string[] = []
  const steps = [counting('a', 25, ours), counting('b', 10, ours)]
  const [first, second] = steps as [Step, Step]
  const overtaking: Step = {
    name: 'a',
    async page(cursor, startedAt) {
      // In the middle of the new run the old one goes on.
      released.resolve()
      expect(await old).toBe(false)
      return first.page(cursor, startedAt)
    },
  }
  expect(await runNightly(deps, 'test', [overtaking, second], { again: true })).toBe(true)
  expect(seen).toEqual([])
  expect(ours).toHaveLength(35)
  expect(await deps.db.selectFrom('nightly_progress').selectAll().execute()).toMatchObject([
    { pages: 4, objects: 35 },
  ])
})

test('a failure for one object is retried separately, less and less often, and forgotten once it works', async () => {
  const { deps, clock } = await setUp()
  const fail = () => apart(deps, 'test', 'sub_1', () => Promise.reject(new Error('503')))
  const dueAfter = async (hours: number) => {
    const before = clock.at
    clock.at = new Date(before.getTime() + hours * 3600_000)
    const due = await failedBefore(deps, 'test')
    clock.at = before
    return due
  }
  expect(await fail()).toBe(false)
  expect([await dueAfter(0.9), await dueAfter(1)]).toEqual([[], ['sub_1']])
  await fail()
  expect([await dueAfter(1.9), await dueAfter(2)]).toEqual([[], ['sub_1']])
  for (let i = 0; i < 8; i++) await fail()
  expect([await dueAfter(23.9), await dueAfter(24)]).toEqual([[], ['sub_1']])
  expect(await apart(deps, 'test', 'sub_1', () => Promise.resolve())).toBe(true)
  expect(await dueAfter(100)).toEqual([])
})
