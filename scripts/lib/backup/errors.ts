import { EmbeddedDatabaseError } from '#server/core/db/embedded.ts'
import { MigrationError } from '#server/core/db/migrate.ts'
import { isDiskFull } from '#server/core/disk-full.ts'
import { ConfigError } from '#server/core/settings/config.ts'
import { DataDirTakenError } from '#server/core/settings/data-dir.ts'

/** A backup can't be made or restored; the message is one line that says why, and what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const plain = [BackupError, ConfigError, DataDirTakenError, EmbeddedDatabaseError, MigrationError]
/** Of the system: no such folder, no right to it, no such server. */
const ofSystem = new Set<unknown>(['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ECONNREFUSED', 'ENOTFOUND'])

/** An error that the operator can fix is one line; anything else has its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isDiskFull(error)) return `the disk is full: ${error.message}`
  const isPlain =
    plain.some(kind => error instanceof kind) || ofSystem.has((error as NodeJS.ErrnoException).code)
  return isPlain ? error.message : (error.stack ?? error.message)
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
