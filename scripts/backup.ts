/**
 * Backs up the database and all files into a folder, beside a running server or a stopped one.
 *   npm run backup -- /mnt/backups
 * Files that the folder has already are not copied again. Encrypted for BACKUP_RECIPIENT, old backups deleted by
 * BACKUP_KEEP_DAYS and BACKUP_KEEP_WEEKS: docs/guides/backup.md. Exits with 1 when there is no whole backup.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openStore } from '#server/core/objects/open.ts'
import { loadOrCreateSecret } from '#server/core/secrets.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { BackupError, explain, megabytes } from './lib/backup/errors.ts'
import { makeBackup } from './lib/backup/make-backup.ts'
import { findDatabase } from './lib/ledger-database.ts'

const root = path.resolve(import.meta.dirname, '..')

async function main(): Promise<void> {
  const [given, ...rest] = process.argv.slice(2)
  if (!given || rest.length || given.startsWith('-'))
    throw new BackupError("Name the backup's folder, such as /mnt/backups")
  const config = readConfig(process.env)
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const began = Date.now()
  const database = await findDatabase().catch((cause: Error) => {
    throw new BackupError(cause.message, { cause })
  })
  try {
    const source = {
      databaseUrl: database.url,
      objects: await openStore(config),
      secret: config.secret ?? (await loadOrCreateSecret(config.dataDir)),
    }
    const { keep, recipient } = config.backup
    const made = await makeBackup(source, { folder: path.resolve(given), recipient, keep, version })
    console.log(
      `${made.folder}: the database (${megabytes(made.databaseBytes)}) and ${made.objects.toLocaleString('en-US')} files, ${made.added.toLocaleString('en-US')} copied now (${megabytes(made.addedBytes)}), in ${((Date.now() - began) / 1000).toFixed(1)} s`,
    )
    if (made.pruned) console.log(`${made.pruned} older backups deleted`)
    for (const key of made.lost)
      console.warn(`Warning: the database names ${key}, and the store doesn't have it`)
    console.log(
      recipient
        ? `Encrypted for ${recipient}.`
        : 'Not encrypted: set BACKUP_RECIPIENT, see docs/guides/backup.md.',
    )
    console.log(
      `Keep ${config.secret ? 'SECRET' : path.join(config.dataDir, 'secret')} elsewhere: it isn't in the backup, and without it connected channels and two-step verification are lost.`,
    )
  } finally {
    await database.leave()
  }
}

try {
  await main()
} catch (error) {
  console.error(`No backup was made: ${explain(error)}`)
  process.exit(1)
}
