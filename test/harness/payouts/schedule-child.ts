/**
 * Runs the scheduled payouts in a process of its own, which kills itself in its second page: with the page written and
 * not committed, or committed and not noted as done.
 *   node schedule-child.ts DATABASE_URL NOW before-commit|after-commit
 */
import { pino } from 'pino'
import { runSchedule } from '#server/payouts/schedule.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { readConfig } from '#server/platform/settings/config.ts'

const [databaseUrl, at, step] = process.argv.slice(2) as [string, string, 'before-commit' | 'after-commit']
const log = pino({ level: 'silent' })
const now = new Date(at)
const db = openDatabase(databaseUrl, error => {
  throw error
})
const die = () => process.kill(process.pid, 'SIGKILL')
let pages = 0

/** The last thing that a page does in its transaction is to send its jobs. */
class DeadlyJobs extends Jobs {
  override async sendAll(): Promise<void> {
    pages += 1
    if (pages === 2 && step === 'before-commit') die()
  }
}
const clock = {
  now() {
    // The first look at the clock behind the second page: it is committed.
    if (pages === 2) die()
    return now
  },
}
const jobs = new DeadlyJobs('postgres://127.0.0.1:1/none', log)
const config = readConfig({ PAYOUT_APPROVE_FIRST: 'off' })
await runSchedule({ db, clock, log, config, jobs })
await db.destroy()
