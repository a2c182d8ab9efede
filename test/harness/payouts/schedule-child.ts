/**
 * Runs the scheduled payouts in a separate process that kills itself in its second page: after writing the
 * page but before the commit, or after the commit but before recording it as done.
 *   node schedule-child.ts DATABASE_URL NOW before-commit|after-commit
 */
import { pino } from 'pino'
import { openDatabase } from '#server/core/db/database.ts'
import { Jobs } from '#server/core/jobs/jobs.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { runSchedule } from '#server/payouts/schedule.ts'

const [databaseUrl, at, step] = process.argv.slice(2) as [string, string, 'before-commit' | 'after-commit']
const log = pino({ level: 'silent' })
const now = new Date(at)
const db = openDatabase(databaseUrl, error => {
  throw error
})
const die = () => process.kill(process.pid, 'SIGKILL')
let pages = 0

/** Sending its jobs is the last thing a page does in its transaction. */
class DeadlyJobs extends Jobs {
  override async sendAll(): Promise<void> {
    pages += 1
    if (pages === 2 && step === 'before-commit') die()
  }
}
const clock = {
  now() {
    // The first look at the clock after the second page: the page is committed.
    if (pages === 2) die()
    return now
  },
}
const jobs = new DeadlyJobs('postgres://127.0.0.1:1/none', log)
const config = readConfig({ PAYOUT_APPROVE_FIRST: 'off' })
await runSchedule({ db, clock, log, config, jobs })
await db.destroy()
