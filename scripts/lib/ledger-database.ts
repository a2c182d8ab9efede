import { existsSync } from 'node:fs'
import path from 'node:path'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { migrate } from '#server/core/db/migrate.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { DataDirTakenError, holdDataDir } from '#server/core/settings/data-dir.ts'

/** The configured database, and a function that leaves it as it was found. */
export async function findDatabase(): Promise<{ url: string; leave(): Promise<void> }> {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl) return { url: databaseUrl, leave: async () => undefined }
  const folder = path.join(dataDir, 'postgres')
  if (!existsSync(path.join(folder, 'PG_VERSION'))) throw new Error(`There is no database in ${dataDir} yet`)
  const held = await holdDataDir(dataDir).catch(error => {
    if (error instanceof DataDirTakenError) return null
    throw error
  })
  const database = await startEmbedded({ folder })
  const url = database.url('postgres')
  // A running server keeps running.
  if (!held) return { url, leave: async () => undefined }
  await migrate(url)
  return {
    url,
    async leave() {
      await database.stop()
      await held.release()
    },
  }
}
