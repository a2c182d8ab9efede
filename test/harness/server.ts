import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '#server/core/free-port.ts'
import { recurringJob } from '#server/core/jobs/recurring.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { type RunningServer, startServer } from '#server/server.ts'
import { scratchFolder } from '#test/media/make.ts'
import { ApiClient } from '../../scripts/lib/api-client.ts'
import { cloneDatabase } from './database.ts'

export interface TestServer extends RunningServer {
  dataDir: string
  /** A person with a separate cookie jar, signed in when an email is given. */
  person(email?: string): Promise<ApiClient>
  /** Waits until no job is due or running, and none that these have sent. What repeats doesn't count. */
  untilIdle(): Promise<void>
}

/** Settings of a server behind TLS. Its address is public, so the sandbox's pages have a password. */
export const behindTls = {
  PUBLIC_URL: 'https://trailcut.example',
  SANDBOX_ON_NETWORK: '1',
  SANDBOX_PASSWORD: 'correct horse battery',
}

/**
 * The whole product as main.ts starts it, on the test's own database and folder, closed when the test ends.
 */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await scratchFolder()
  const port = await freePort()
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: await cloneDatabase(),
    PORT: String(port),
    LOG_LEVEL: 'silent',
    // Specs about other things pay at once; those about the approval turn it on.
    PAYOUT_APPROVE_FIRST: 'off',
    ...env,
  })
  const server = await startServer(config, pino({ level: config.logLevel }))
  onTestFinished(() => server.close())
  return {
    ...server,
    dataDir,
    async person(email) {
      const client = new ApiClient(server.url)
      if (email) await client.signIn(email)
      return client
    },
    async untilIdle() {
      const due = () =>
        sql`select name from jobs.job where name <> ${recurringJob.name}
        and (state = 'active' or state < 'active' and start_after <= now())`.execute(server.deps.db)
      await expect.poll(async () => (await due()).rows, { timeout: 150_000 }).toEqual([])
    },
  }
}
