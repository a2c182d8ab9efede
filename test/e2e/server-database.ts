import { type Database, openDatabase } from '#server/core/db/database.ts'

let opened: Database | null = null

/** The database of the running server. The fixtures close it before another server starts. */
export function serverDatabase(): Database {
  opened ??= openDatabase(process.env.E2E_DATABASE_URL as string, () => undefined, { max: 2 })
  return opened
}

export async function closeServerDatabase(): Promise<void> {
  await opened?.destroy()
  opened = null
}
