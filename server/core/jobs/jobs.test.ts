import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#test/harness/database.ts'
import { defineJob, type JobHandler, PermanentJobError } from './definition.ts'
import { Jobs } from './jobs.ts'

const job = defineJob({
  name: 'test.work',
  schema: z.object({ id: z.string() }),
  key: data => data.id,
  retries: 1,
  timeoutSeconds: 60,
  concurrency: 2,
})

async function queue(handler: Partial<JobHandler<{ id: string }>> = {}) {
  const { db, url } = await testDatabase()
  const jobs = new Jobs(url, pino({ level: 'silent' }))
  await jobs.start([job])
  onTestFinished(() => jobs.stop())
  const full: JobHandler<{ id: string }> = {
    definition: job,
    run: async () => undefined,
    giveUp: async () => undefined,
    ...handler,
  }
  return { db, jobs, work: () => jobs.work([full]) }
}

/** A promise with its resolver. */
const signal = <T>() => Promise.withResolvers<T>()

test('a job enqueued in a transaction runs after its commit, and never after a rollback', async () => {
  const ran: string[] = []
  const done = signal<void>()
  const { db, jobs, work } = await queue({
    run: async ({ id }) => {
      ran.push(id)
      if (id === 'kept') done.resolve()
    },
  })
  await expect(
    db.transaction().execute(async tx => {
      await jobs.send(tx, job, { id: 'undone' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await db.transaction().execute(tx => jobs.send(tx, job, { id: 'kept' }))
  await work()
  await done.promise
  expect(ran).toEqual(['kept'])
})

test('sends many jobs in one statement of the transaction, none of them twice', async () => {
  const ran: string[] = []
  const done = signal<void>()
  const { db, jobs, work } = await queue({
    run: async ({ id }) => {
      ran.push(id)
      if (ran.length === 4) done.resolve()
    },
  })
  await expect(
    db.transaction().execute(async tx => {
      await jobs.sendAll(tx, job, [{ id: 'undone' }])
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await jobs.send(db, job, { id: 'b' })
  await jobs.sendAll(db, job, [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  await jobs.sendAll(db, job, [{ id: 'c' }, { id: 'd' }])
  await jobs.sendAll(db, job, [])
  await work()
  await done.promise
  await jobs.idle()
  expect(ran.sort()).toEqual(['a', 'b', 'c', 'd'])
})

test('the same job is not queued twice', async () => {
  const { db, jobs } = await queue()
  expect(await jobs.send(db, job, { id: 'a' })).toBe(true)
  expect(await jobs.send(db, job, { id: 'a' })).toBe(false)
  expect(await jobs.send(db, job, { id: 'b' })).toBe(true)
})

test('many short jobs run without pauses in between', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `job ${n}`)
  const ran: string[] = []
  const done = signal<void>()
  const { db, jobs, work } = await queue({
    run: async ({ id }) => {
      ran.push(id)
      if (ran.length === many.length) done.resolve()
    },
  })
  for (const id of many) await jobs.send(db, job, { id })
  const began = performance.now()
  await work()
  await done.promise
  expect(ran.toSorted()).toEqual(many.toSorted())
  // With two workers and a two-second pause after each job it would take half a minute.
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a permanent failure gives up right away, any other after its retries', async () => {
  const runs: string[] = []
  const given = signal<void>()
  const both = new Set<string>()
  const { db, jobs, work } = await queue({
    run: async ({ id }) => {
      runs.push(id)
      throw id === 'hopeless' ? new PermanentJobError('never') : new Error('not now')
    },
    giveUp: async ({ id }) => {
      both.add(id)
      if (both.size === 2) given.resolve()
    },
  })
  await jobs.send(db, job, { id: 'hopeless' })
  await jobs.send(db, job, { id: 'unlucky' })
  await work()
  await given.promise
  expect(runs.filter(id => id === 'hopeless')).toHaveLength(1)
  expect(runs.filter(id => id === 'unlucky')).toHaveLength(2)
})

test('a job whose worker died is released to the next one', async () => {
  const started = signal<void>()
  const { db, jobs, work } = await queue({
    run: async (_, { signal: stopped }) => {
      started.resolve()
      if (!stopped.aborted) await new Promise(resolve => stopped.addEventListener('abort', resolve))
    },
  })
  await jobs.send(db, job, { id: 'a' })
  await work()
  await started.promise
  expect(await jobs.releaseOrphans(db)).toBe(1)
})
