import type { FastifyRequest } from 'fastify'
import { sentences } from '#sentences/notifications.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { isTimeZone } from '#server/core/time-zone.ts'
import { timeZoneOf } from './store.ts'

/**
 * The viewer's time zone: from the request, otherwise the header x-time-zone, the profile, or UTC.
 * @throws AppError bad_request for an unknown name
 */
export async function zoneOf(db: Queryable, request: FastifyRequest, named?: string): Promise<string> {
  const header = request.headers['x-time-zone']
  const given = named || (typeof header === 'string' ? header : undefined)
  if (given) {
    if (!isTimeZone(given))
      throw new AppError('bad_request', sentences.unknownZoneName, {
        field: 'timeZone',
      })
    return given
  }
  const known = await timeZoneOf(db, actorOf(request).id)
  return known && isTimeZone(known) ? known : 'UTC'
}
