/** A program ended well, but its files stop short: the disk was full. Reads like the system's own error. */
export class DiskFullError extends Error {
  override name = 'DiskFullError'
  readonly code = 'ENOSPC'
}

// By the system, and by PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100'])
/** HTTP's Insufficient Storage, which S3-compatible stores answer. */
const insufficientStorage = 507

/** Whether an error, or what caused it, says that a disk, the database's or the object store's is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } }
  return codes.has(code) || $metadata?.httpStatusCode === insufficientStorage || isDiskFull(error.cause)
}
