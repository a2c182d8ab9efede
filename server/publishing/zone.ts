import type { FastifyRequest } from 'fastify'
import { timeZoneOf } from '#server/notifications/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { isZone } from './schedule/zones.ts'

/**
 * The viewer's time zone: as the request names it, else the header x-time-zone, else the profile's, else UTC.
 * @throws AppError bad_request for a name that is none
 */
export async function zoneOf(db: Queryable, request: FastifyRequest, named?: string): Promise<string> {
  const header = request.headers['x-time-zone']
  const given = named || (typeof header === 'string' ? header : undefined)
  if (given) {
    if (!isZone(given))
      throw new AppError('bad_request', 'This is no time zone. Give an IANA name like Europe/Berlin.', {
        field: 'timeZone',
      })
    return given
  }
  const known = await timeZoneOf(db, actorOf(request).id)
  return known && isZone(known) ? known : 'UTC'
}

/** The version that If-Match names, undefined when it does not. @throws AppError bad_request */
export function expectedOf(request: FastifyRequest): number | undefined {
  const given = request.headers['if-match']
  if (given === undefined || given === '*') return undefined
  const version = /^"(\d{1,9})"$/.exec(given)?.[1]
  if (!version) throw new AppError('bad_request', 'If-Match must be the version.', { field: 'if-match' })
  return Number(version)
}
