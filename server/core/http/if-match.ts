import type { FastifyRequest } from 'fastify'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from './errors.ts'

/**
 * The version in a request's If-Match header (RFC 9110, 13.1.1): "7", W/"7" (from a compressing proxy) or a
 * bare 7; undefined without the header or for *.
 * @throws AppError bad_request for anything else
 */
export function expectedVersion({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const given = headers['if-match']
  if (given === undefined || given.trim() === '*') return undefined
  const digits = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(given)?.[1]
  if (digits === undefined) throw new AppError('bad_request', common.badVersion, { field: 'if-match' })
  return Number(digits)
}
