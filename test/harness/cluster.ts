import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { openClient } from '#server/core/db/database.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { Jobs } from '#server/core/jobs/jobs.ts'
import { jobDefinitions } from '#server/worker.ts'

const template = 'template_trailcut'

export interface TestCluster {
  /** Its address, with `{database}` in place of the database name. */
  url: string
  stop(): Promise<void>
}

const at = (url: string, database: string) => url.replace('{database}', database)

/** One connection for each process: a new one costs more than what is done with it. */
const admins = new Map<string, Promise<pg.Client>>()

async function connect(url: string): Promise<pg.Client> {
  const admin = openClient({ connectionString: at(url, 'postgres') }, () => admins.delete(url))
  await admin.connect()
  return admin
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const opened = admins.get(url) ?? connect(url)
  admins.set(url, opened)
  await (await opened).query(statement)
}

/**
 * A separate real PostgreSQL for one test run, with a migrated database to copy. Its files go when it stops, or with
 * the folder TEST_CLUSTERS: those of a run's thousand databases take minutes of the disk that the next tests need.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const { TEST_CLUSTERS } = process.env
  const folder = await mkdtemp(path.join(TEST_CLUSTERS ?? os.tmpdir(), 'trailcut-test-'))
  const database = await startEmbedded({
    folder: path.join(folder, 'postgres'),
    settings: {
      // Test data doesn't have to survive a power cut.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // With hundreds of short-lived databases it takes as much processor time as the tests themselves.
      autovacuum: 'off',
      max_connections: '200',
    },
  })
  const url = database.url('{database}')
  await asAdmin(url, `create database ${template}`)
  await migrate(at(url, template))
  // The queues take seconds to make: once here, not in each copy.
  const jobs = new Jobs(at(url, template), pino({ level: 'silent' }))
  await jobs.start(jobDefinitions)
  await jobs.stop()
  return {
    url,
    async stop() {
      await (await admins.get(url))?.end()
      admins.delete(url)
      await database.stop()
      if (!TEST_CLUSTERS) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an empty database. @param url TestCluster's url @returns its address */
export async function createEmpty(url: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(url, `create database ${name}`)
  return at(url, name)
}

/** Copies the migrated database. @param url TestCluster's url @returns the copy's address */
export async function cloneTemplate(url: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(url, `create database ${name} template ${template} strategy file_copy`)
  return at(url, name)
}
