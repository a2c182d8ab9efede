import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { Jobs } from './jobs.ts'
import { type RecurringTask, recurringHandler, recurringJob, startRecurring } from './recurring.ts'

/** Starts the queues of several worker processes on one database, each with these tasks. */
async function workers(count: number, tasks: readonly RecurringTask<null>[]) {
  const { db, url } = await testDatabase()
  const all = Array.from({ length: count }, () => new Jobs(url, pino({ level: 'silent' })))
  for (const jobs of all) {
    await jobs.start([recurringJob])
    onTestFinished(() => jobs.stop())
  }
  const start = async () => {
    for (const jobs of all) {
      await jobs.work([recurringHandler(null, tasks)])
      await startRecurring(jobs, db, tasks)
    }
  }
  const row = async () => {
    const { rows } = await sql<{ state: string; start_after: Date }>`
      select state, start_after from jobs.job where name = ${recurringJob.name}`.execute(db)
    return rows
  }
  return { start, row }
}

test('a task runs again and again in one worker at a time, even after a failure', async () => {
  let [running, most, rounds] = [0, 0, 0]
  const enough = Promise.withResolvers<void>()
  const { start, row } = await workers(2, [
    {
      name: 'often',
      everySeconds: 0,
      async run() {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
        if (++rounds === 40) enough.resolve()
        if (rounds === 2) throw new Error('one bad round')
      },
    },
  ])
  await start()
  await enough.promise
  expect(most).toBe(1)
  expect(await row()).toHaveLength(1)
})

test('starting the server runs a task that waits for its next time', async () => {
  const times: number[] = []
  const twice = Promise.withResolvers<void>()
  const task: RecurringTask<null> = {
    name: 'seldom',
    everySeconds: 3600,
    run: async () => void (times.push(Date.now()) === 2 && twice.resolve()),
  }
  const { start, row } = await workers(1, [task])
  await start()
  await expect.poll(async () => (await row())[0]?.state).toBe('retry')
  expect((await row())[0]?.start_after.getTime()).toBeGreaterThan(Date.now() + 3500_000)
  await start()
  await twice.promise
})

test('a task that only a newer server knows waits for it; duplicate task names are refused', async () => {
  const context = { signal: new AbortController().signal, log: pino({ level: 'silent' }) }
  const task = { name: 'one', everySeconds: 1, run: async () => undefined }
  const { run } = recurringHandler(null, [task])
  await expect(run({ task: 'of tomorrow' }, context)).rejects.toMatchObject({ until: expect.any(Date) })
  expect(() => recurringHandler(null, [task, task])).toThrow('Two recurring tasks')
})
