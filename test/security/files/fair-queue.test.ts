import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/paths.ts'
import { defineJob, type JobDefinition } from '#server/core/jobs/definition.ts'
import { Jobs } from '#server/core/jobs/jobs.ts'
import { ladderJob } from '#server/videos/index.ts'
import { testDatabase } from '../../harness/database.ts'
import { startTestServer } from '../../harness/server.ts'
import { clip } from '../../media/clip.ts'

interface Work {
  person: string
  n: number
}

const define = (name: string, more: Partial<JobDefinition<Work>> = {}) =>
  defineJob<Work>({
    name,
    schema: z.object({ person: z.string(), n: z.number() }),
    key: ({ person, n }) => `${person}/${n}`,
    retries: 1,
    timeoutSeconds: 60,
    concurrency: 1,
    personOf: async (_db, { person }) => person,
    ...more,
  })

/** A queue of these jobs. `send` enqueues a person's next job; `work` runs all of them with `run`. */
async function queueOf(
  definitions: JobDefinition<Work>[],
  run: (name: string, work: Work) => Promise<void> | void,
) {
  const { db, url } = await testDatabase()
  const jobs = new Jobs(url, pino({ level: 'silent' }))
  await jobs.start(definitions)
  onTestFinished(() => jobs.stop())
  const counts = new Map<string, number>()
  const handlers = definitions.map(definition => ({
    definition,
    run: async (data: Work) => run(definition.name, data),
    giveUp: async () => undefined,
  }))
  return {
    async send(person: string, definition = definitions[0] as JobDefinition<Work>) {
      const n = (counts.get(person) ?? 0) + 1
      counts.set(person, n)
      await jobs.send(db, definition, { person, n })
    },
    work: () => jobs.work(handlers),
  }
}

const nine = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

test('one person with 50 jobs and nine with one each take turns', async () => {
  const ran: string[] = []
  const done = Promise.withResolvers<void>()
  const queue = await queueOf([define('test.turns')], (_, { person, n }) => {
    ran.push(`${person}${n}`)
    if (ran.length === 59) done.resolve()
  })
  for (let n = 0; n < 50; n++) await queue.send('a')
  for (const person of nine) await queue.send(person)
  await queue.work()
  await done.promise
  const mine = Array.from({ length: 50 }, (_, n) => `a${n + 1}`)
  expect(ran).toEqual(['a1', ...nine.map(person => `${person}1`), ...mine.slice(1)])
})

test('people with several jobs alternate, and a newcomer is next', async () => {
  const ran: string[] = []
  const done = Promise.withResolvers<void>()
  const queue = await queueOf([define('test.turns')], async (_, { person, n }) => {
    ran.push(`${person}${n}`)
    if (`${person}${n}` === 'b2') {
      await queue.send('late')
      await queue.send('late')
    }
    if (ran.length === 11) done.resolve()
  })
  for (let n = 0; n < 5; n++) await queue.send('a')
  for (let n = 0; n < 4; n++) await queue.send('b')
  await queue.work()
  await done.promise
  expect(ran).toEqual(['a1', 'b1', 'a2', 'b2', 'late1', 'a3', 'b3', 'late2', 'a4', 'b4', 'a5'])
})

test('a person with many jobs leaves the other slots to others', async () => {
  const other = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  let mine = 0
  const queue = await queueOf([define('test.turns', { concurrency: 2 })], async (_, { person }) => {
    if (person === 'b') {
      other.resolve()
      return
    }
    if (++mine === 2) other.reject(new Error('One person holds both places'))
    // Every job of the first person takes until the other's is done.
    if (mine === 1) await queue.send('b')
    await other.promise
    mine--
    done.resolve()
  })
  for (let n = 0; n < 10; n++) await queue.send('a')
  await queue.work()
  await expect(other.promise).resolves.toBeUndefined()
  await done.promise
})

test("everyone's first playable rendition comes before anyone's further renditions", async () => {
  const first = define('test.first', { concurrency: 2 })
  const more = define('test.more', { behind: ['test.first'] })
  const ran: string[] = []
  const done = Promise.withResolvers<void>()
  const queue = await queueOf([first, more], async (name, { person, n }) => {
    ran.push(name)
    // A person arrives while the others' jobs are running.
    if (name === 'test.first' && person === 'c' && n === 1) await queue.send('late', first)
    if (ran.length === 8) done.resolve()
  })
  for (let n = 0; n < 3; n++) await queue.send('a', more)
  for (const person of ['a', 'b', 'c', 'd']) await queue.send(person, first)
  await queue.work()
  await done.promise
  expect(ran).toEqual([...Array(5).fill('test.first'), ...Array(3).fill('test.more')])
})

test('uploads are probed in turns by owner, and no ladder runs before a first playable rendition', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const file = await clip('clip.mp4')
  const names = new Map<string, string>()
  const send = async (email: string, times: number) => {
    const person = await server.person(email)
    names.set((await person.json<{ id: string }>(api.user)).id, email.split('@')[0] as string)
    for (let n = 0; n < times; n++) {
      const { uploadUrl, size } = await person.requestUpload(file)
      await person.sendFile(file, uploadUrl, size)
    }
  }
  await send('many@trailcut.example', 3)
  await send('one@trailcut.example', 1)
  await send('two@trailcut.example', 2)
  const { rows } = await sql<{ person: string }>`
    select group_id as person from jobs.job where name = 'videos.ingest' and state = 'created'
    order by priority desc, created_on`.execute(server.deps.db)
  expect(rows.map(row => names.get(row.person))).toEqual(['many', 'one', 'two', 'many', 'two', 'many'])
  expect(ladderJob.behind).toEqual(['videos.ingest', 'videos.playable'])
})
