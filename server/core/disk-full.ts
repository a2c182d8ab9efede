/**
 * A program exited normally, but its files are truncated because the disk was full. Formatted like the
 * system's own error.
 */
export class DiskFullError extends Error {
  override name = 'DiskFullError'
  readonly code = 'ENOSPC'
}

// From the system, and from PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])
/** HTTP's Insufficient Storage, which S3-compatible stores return. */
const insufficientStorage = 507

/**
 * Whether an error or one of its causes says that a disk is full: this server's, the database's or the object
 * store's.
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } }
  return codes.has(code) || $metadata?.httpStatusCode === insufficientStorage || isDiskFull(error.cause)
}
