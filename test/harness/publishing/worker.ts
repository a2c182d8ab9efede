import { sql } from 'kysely'
import { pino } from 'pino'
import { openDatabase } from '#server/core/db/database.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import { networksOf } from '#server/platforms/index.ts'
import { databaseClock, PublishingWorker } from '#server/publishing/index.ts'
import { noJobs } from '../jobs.ts'
import type { PublishingWorld } from './world.ts'

/** The test passes this on the command line. */
export interface WorkerOrder {
  databaseUrl: string
  objectsFolder: string
  reached: PublishingWorld['reached']
  secret: string
  /** probability that the process kills itself after each recorded step */
  killRate: number
  leaseMs: number
  /** offset of this process's clock */
  clockOffMs: number
}

const order = JSON.parse(process.argv[2] ?? '') as WorkerOrder
const log = pino({ level: 'fatal' })
const db = openDatabase(order.databaseUrl, () => process.exit(1), { max: 8 })
const worker = new PublishingWorker(
  {
    db,
    jobs: noJobs(),
    objects: new FolderStore(order.objectsFolder),
    secrets: secretsFrom(order.secret),
    log,
    publicUrl: 'http://127.0.0.1:4650',
    networks: networksOf(order.reached.settings, order.reached.sandboxes, {
      now: () => new Date(Date.now() + order.clockOffMs),
    }),
    time: async q => {
      const { rows } = await sql<{ off: number }>`select off_ms as off from chaos_clock`.execute(q)
      return new Date((await databaseClock(q)).getTime() + Number(rows[0]?.off ?? 0))
    },
    onStep: () => {
      if (Math.random() < order.killRate) process.kill(process.pid, 'SIGKILL')
    },
  },
  { leaseMs: order.leaseMs, atOnce: 6, lookEveryMs: 100 },
)
worker.start()
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
