import { flushCompileCache } from 'node:module'
import { type Config, ConfigError, readConfig } from '#server/core/settings/config.ts'
import { DataDirTakenError, openScratch } from '#server/core/settings/data-dir.ts'
import { EmbeddedDatabaseError } from './core/db/embedded.ts'
import { MigrationError, migrate } from './core/db/migrate.ts'
import { createLogger } from './core/logger.ts'
import { JailError } from './core/media/isolation.ts'
import { startServer } from './server.ts'

const plain = [ConfigError, DataDirTakenError, EmbeddedDatabaseError, JailError, MigrationError]

/** An error that the operator can fix is one line; anything else has its stack. */
function explain(error: unknown): string {
  if (plain.some(kind => error instanceof kind)) return (error as Error).message
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `Port ${process.env.PORT ?? 3000} is taken by another program: set PORT to another one`
  return (error as Error).stack ?? String(error)
}

// The reader of our output may exit before us (npm start | head), which is no reason to crash.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
})

/** `main.js migrate` brings the database to this version and ends, before servers of this version start. */
async function migrateOnly({ databaseUrl }: Config): Promise<void> {
  if (!databaseUrl)
    throw new ConfigError(
      'migrate needs DATABASE_URL: an embedded database is migrated when its server starts',
    )
  const applied = await migrate(databaseUrl)
  console.log(applied.length ? `Migrated: ${applied.join(', ')}` : 'The database already has this version')
}

try {
  const config = readConfig(process.env)
  if (process.argv[2] === 'migrate') {
    await migrateOnly(config)
    process.exit(0)
  }
  const log = createLogger(config.logLevel, config.logFormat)
  const scratch = await openScratch(config.dataDir)
  // For everything that asks the system for temporary space, libraries too: on the disk that the operator watches.
  process.env[process.platform === 'win32' ? 'TEMP' : 'TMPDIR'] = scratch.folder
  const server = await startServer(config, log)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    console.log('Stopping …')
    const seconds = config.stopMs / 1000
    setTimeout(() => {
      console.error(`Not everything had ended after ${seconds} seconds (STOP_SECONDS): the rest was cut off`)
      process.exit(1)
    }, config.stopMs)
    await server.close()
    await scratch.release()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  console.log(`\nTrailcut is ready at ${server.url}`)
  if (server.sandbox)
    console.log(
      (config.sandboxPassword === undefined
        ? `Sign in: ${server.url}/api/login offers an admin, a moderator and two riders. Or sign up with any e-mail address.\n`
        : `Sign in with a link mailed to admin@trailcut.example or any other address: ${server.url}/sandbox/mailbox has it, behind SANDBOX_PASSWORD.\n`) +
        `Mails, stand-ins and what is real: ${server.url}/sandbox\n`,
    )
  // Everything that a start needs is compiled now: the next start takes it from there.
  flushCompileCache()
} catch (error) {
  console.error(`Trailcut did not start: ${explain(error)}`)
  process.exit(1)
}
