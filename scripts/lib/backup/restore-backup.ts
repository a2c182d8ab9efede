import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openClient } from '#server/core/db/database.ts'
import { migrate, stepNames } from '#server/core/db/migrate.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import { decrypt } from './age.ts'
import { BackupError } from './errors.ts'
import {
  backupsIn,
  fileOf,
  hashOf,
  type Manifest,
  names,
  type ObjectEntry,
  readList,
  readManifest,
  type StoredFile,
} from './folder.ts'
import { secretMark } from './make-backup.ts'
import { findProgram, restoreDump } from './postgres-programs.ts'

/** A backup that was read whole, and is what was written. */
export interface Verified {
  backup: string
  /** with the stored objects of all backups */
  folder: string
  manifest: Manifest
  entries: ObjectEntry[]
}

/**
 * Reads every file of a backup.
 * @param given a backup, or a folder of backups, whose last one is meant
 * @throws BackupError naming the first file that is missing or damaged
 */
export async function verifyBackup(given: string): Promise<Verified> {
  const last = (await backupsIn(given)).at(-1)
  const backup = path.resolve(last === undefined ? given : path.join(given, last))
  const folder = path.dirname(backup)
  const manifest = await readManifest(backup)
  const check = async (file: string, wanted: StoredFile) => {
    const found = await hashOf(file)
    if (!found) throw new BackupError(`${file} is missing, so this backup can't be restored`)
    if (found.sha256 !== wanted.sha256)
      throw new BackupError(`${file} is damaged, so this backup can't be restored`)
  }
  await check(path.join(backup, names.list), manifest.list)
  await check(path.join(backup, names.database), manifest.database)
  const entries = [...(await readList(backup)).values()]
  for (const entry of new Map(entries.map(one => [one.sha256, one])).values())
    await check(fileOf(folder, entry), entry)
  return { backup, folder, manifest, entries }
}

/** Where a backup is restored to. */
export interface Target {
  databaseUrl: string
  objects: ObjectStore
  /** a folder for temporary files */
  scratch: string
}

/** Any table that isn't PostgreSQL's own. */
const anyTable = `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' limit 1`

/** @throws BackupError when the target has data of its own. What an interrupted restore left is no obstacle. */
async function refuseUsed({ databaseUrl, objects }: Target, { entries }: Verified): Promise<void> {
  const client = openClient({ connectionString: databaseUrl }, () => undefined)
  await client.connect()
  const { rowCount } = await client.query(anyTable).finally(() => client.end())
  if (rowCount)
    throw new BackupError(
      'The database is not empty, and a restore replaces nothing: set DATABASE_URL to an empty one, or DATA_DIR to an empty folder',
    )
  const sizes = new Map(entries.map(({ key, size }) => [key, size]))
  for await (const { key, size } of objects.list())
    if (sizes.get(key) !== size)
      throw new BackupError(
        `The object store has files that are not in this backup, such as ${key}, and a restore replaces nothing: set DATA_DIR to an empty folder, or S3_BUCKET to an empty bucket`,
      )
}

/** The bytes of a file of the backup, as they were before it was encrypted. */
async function read(file: string, { recipient }: Manifest, identity: string | undefined): Promise<Readable> {
  const stored = createReadStream(file, { highWaterMark: 1024 * 1024 })
  if (recipient === null) return stored
  return decrypt(stored, identity as string)
}

/** @throws BackupError when the backup can't be restored by this program, or with this key */
async function refuseForeign(
  { manifest, backup }: Verified,
  identity: string | undefined,
): Promise<{ program: string }> {
  const known = new Set(await stepNames())
  if (manifest.migrations.some(name => !known.has(name)))
    throw new BackupError(
      `This backup was made by version ${manifest.version}, which is newer than this one: restore it with that version`,
    )
  if (manifest.recipient !== null) {
    if (identity === undefined)
      throw new BackupError(
        `This backup is encrypted for ${manifest.recipient}: set BACKUP_IDENTITY to its secret key`,
      )
    const opened = await read(path.join(backup, names.database), manifest, identity)
    opened.destroy()
  }
  return findProgram('pg_restore', manifest.pgDump)
}

/**
 * Restores a verified backup into an empty database and an empty store: objects first, then the database in one
 * transaction, then the migrations that this version adds. After an interruption it can be run again.
 * @throws BackupError before anything is changed
 */
export async function restoreBackup(
  verified: Verified,
  target: Target,
  identity: string | undefined,
): Promise<{ migrations: string[] }> {
  const { manifest, backup, folder, entries } = verified
  const { program } = await refuseForeign(verified, identity)
  await refuseUsed(target, verified)
  const scratch = await mkdtemp(path.join(target.scratch, 'restore-'))
  try {
    const file = path.join(scratch, 'object')
    for (const entry of entries) {
      await pipeline(await read(fileOf(folder, entry), manifest, identity), createWriteStream(file))
      // Every file is sent with the type that its address says, not with the stored one.
      await target.objects.putFile(entry.key, file, 'application/octet-stream')
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  await restoreDump(
    program,
    target.databaseUrl,
    await read(path.join(backup, names.database), manifest, identity),
  )
  return { migrations: await migrate(target.databaseUrl) }
}

/** Whether a server with this secret can read what the backed-up one encrypted. */
export const isSecretOf = ({ manifest }: Verified, secret: string): boolean =>
  secretMark(secretsFrom(secret)) === manifest.secret
