/**
 * Restores a backup into an empty database and an empty store, with the server stopped.
 *   npm run restore -- /mnt/backups                 the last one
 *   npm run restore -- /mnt/backups/2026-11-29T…    that one
 * Reads every file first and refuses a damaged backup, a used database and a used store; replaces nothing. An encrypted
 * one needs BACKUP_IDENTITY. Exits with 1 when it wasn't restored.
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { openStore } from '#server/core/objects/open.ts'
import { loadOrCreateSecret } from '#server/core/secrets.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { holdDataDir } from '#server/core/settings/data-dir.ts'
import { BackupError, explain } from './lib/backup/errors.ts'
import { isSecretOf, restoreBackup, verifyBackup } from './lib/backup/restore-backup.ts'

async function main(): Promise<void> {
  const [given, ...rest] = process.argv.slice(2)
  if (!given || rest.length || given.startsWith('-'))
    throw new BackupError("Name the backups' folder, such as /mnt/backups, or one backup in it")
  const config = readConfig(process.env)
  const verified = await verifyBackup(given)
  await mkdir(config.dataDir, { recursive: true })
  const held = await holdDataDir(config.dataDir)
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ folder: path.join(config.dataDir, 'postgres') })
  try {
    const databaseUrl = config.databaseUrl ?? (embedded?.url('postgres') as string)
    const target = { databaseUrl, objects: await openStore(config), scratch: config.dataDir }
    const { migrations } = await restoreBackup(verified, target, config.backup.identity)
    console.log(
      `Restored ${verified.backup}: the database${migrations.length ? `, now with ${migrations.join(', ')},` : ''} and ${verified.entries.length.toLocaleString('en-US')} files.`,
    )
    const file = path.join(config.dataDir, 'secret')
    const secret = config.secret ?? (existsSync(file) ? await loadOrCreateSecret(config.dataDir) : null)
    if (secret === null || !isSecretOf(verified, secret))
      console.warn(
        `Warning: before you start, set SECRET to the old server's, or put its file at ${file}: with another one, connected channels and two-step verification can't be read.`,
      )
    console.log('Before you start it, read "When you restore for real" in docs/guides/backup.md.')
  } finally {
    await embedded?.stop()
    await held.release()
  }
}

try {
  await main()
} catch (error) {
  console.error(`Not restored: ${explain(error)}`)
  process.exit(1)
}
