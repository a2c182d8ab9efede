import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { freePort } from '#server/core/free-port.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const secret = randomBytes(32).toString('hex')

/**
 * Settings of a production server in a private network, several of which can share a database. Nobody answers at its mail
 * server, and nothing is published.
 */
export const inPrivateNetwork = (databaseUrl: string): Record<string, string> => ({
  MODE: 'production',
  ALLOW_HTTP_IN_PRIVATE_NETWORK: '1',
  DATABASE_URL: databaseUrl,
  SECRET: secret,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Trailcut <hello@trailcut.app>',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'client',
  PAYOUT_METHOD: 'manual',
  LOG_LEVEL: 'silent',
})

/** Starts the real server in a process of its own, which ends with the test. */
export async function startMachine(
  env: Record<string, string>,
  given: { dataDir?: string; port?: number; onLine?: (line: string) => void } = {},
): Promise<ServerProcess & { port: number }> {
  const port = given.port ?? (await freePort())
  const server = await startServerProcess({ ...given, port, env })
  onTestFinished(async () => {
    if ((server.process.exitCode ?? server.process.signalCode) === null) await server.stop()
  })
  return { ...server, port }
}
