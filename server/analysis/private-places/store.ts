import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { findUser } from '#server/accounts/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import type { Secrets } from '#server/core/secrets.ts'
import type { PrivatePlaces } from '../../../db/schema.generated.ts'
import { circleOf, missingPlaces, type Place, type PrivatePlace } from './circles.ts'
import type { Sight } from './shown.ts'

export interface StoredPlace extends PrivatePlace {
  id: string
  createdAt: Date
}

const asPlace = (row: Selectable<PrivatePlaces>): StoredPlace => ({
  id: row.id,
  latitude: row.latitude,
  longitude: row.longitude,
  circle: {
    center: { latitude: row.center_latitude, longitude: row.center_longitude },
    radius: row.radius_meters,
    extra: row.extra_meters,
  },
  addedByRider: row.added_by_rider,
  removed: row.removed_at !== null,
  createdAt: row.created_at,
})

/** A rider's places, oldest first, with those that they removed. */
export async function placesOf(db: Queryable, userId: string): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('private_places')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(asPlace)
}

/** What a rider lets others see. An unknown rider shows nothing. */
export async function sightOf(
  db: Queryable,
  userId: string,
): Promise<Omit<Sight, 'places'> & { places: StoredPlace[] }> {
  const [owner, places] = [await findUser(db, userId), await placesOf(db, userId)]
  return { places, hideEnds: owner?.hide_home_zone !== false, showMap: owner?.show_map === true }
}

/** A new place with its circle; not stored. */
export function newPlace(
  secrets: Pick<Secrets, 'sign'>,
  place: Place,
  about: { addedByRider: boolean; at: Date },
): StoredPlace {
  const id = randomUUID()
  const { addedByRider, at: createdAt } = about
  return { ...place, id, circle: circleOf(secrets, id, place), addedByRider, removed: false, createdAt }
}

/** Two rides from the same place may be analyzed at once, and must not make two places of it. */
export const lockPlaces = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`private_places:${userId}`}, 0))`.execute(tx)

export async function insertPlaces(tx: Tx, userId: string, places: readonly StoredPlace[]): Promise<void> {
  if (places.length === 0) return
  const rows = places.map(({ id, latitude, longitude, circle, addedByRider, createdAt }) => ({
    ...{ id, user_id: userId, latitude, longitude },
    ...{ center_latitude: circle.center.latitude, center_longitude: circle.center.longitude },
    ...{ radius_meters: circle.radius, extra_meters: circle.extra },
    ...{ added_by_rider: addedByRider, created_at: createdAt },
  }))
  await tx.insertInto('private_places').values(rows).execute()
}

/** Adds the places that the starts and ends of a ride need. Those of a removed place need none. */
export async function notePlaces(
  tx: Tx,
  secrets: Pick<Secrets, 'sign'>,
  { userId, ends, at }: { userId: string; ends: readonly Place[]; at: Date },
): Promise<void> {
  if (ends.length === 0) return
  await lockPlaces(tx, userId)
  const known = await placesOf(tx, userId)
  const make = (end: Place) => newPlace(secrets, end, { addedByRider: false, at })
  await insertPlaces(tx, userId, missingPlaces(ends, known, make))
}

/** Makes a place one that the rider added, even if they removed it before. */
export async function keepPlace(tx: Tx, userId: string, id: string): Promise<StoredPlace> {
  const row = await tx
    .updateTable('private_places')
    .set({ removed_at: null, added_by_rider: true })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return asPlace(row)
}

/** Removes a place; its row stays. @returns false when the rider has none with this id */
export async function removePlace(
  db: Queryable,
  { userId, id, at }: { userId: string; id: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('private_places')
    .set({ removed_at: at })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
