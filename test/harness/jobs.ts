import { pino } from 'pino'
import { Jobs } from '#server/core/jobs/jobs.ts'

class NoJobs extends Jobs {
  override async send(): Promise<boolean> {
    return true
  }
  override async sendAll(): Promise<void> {}
}

/** A queue that accepts every job and runs none, for tests that run the work themselves. */
export const noJobs = (): Jobs => new NoJobs('postgres://127.0.0.1:1/none', pino({ level: 'silent' }))
