import type { FastifyInstance } from 'fastify'
import { mostAddedPlaces, type PrivatePlace } from '#contract/private-places.ts'
import { sentences } from '#sentences/analysis.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { newestRidesOf } from '../store.ts'
import { belongsTo, type Place } from './circles.ts'
import { outlineForOwner } from './shown.ts'
import {
  insertPlaces,
  keepPlace,
  lockPlaces,
  newPlace,
  placesOf,
  removePlace,
  type StoredPlace,
  sightOf,
} from './store.ts'

const present = ({
  id,
  latitude,
  longitude,
  addedByRider,
  circle,
  createdAt,
}: StoredPlace): PrivatePlace => ({
  ...{ id, latitude, longitude, addedByRider, createdAt: createdAt.toISOString() },
  circle: { ...circle.center, radius: circle.radius },
})

/**
 * Adds a place, or brings back a removed one: a second circle around a place would tell where it is.
 * @throws AppError conflict where the rider has one already, or for too many
 */
async function addPlace(
  tx: Tx,
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  userId: string,
  at: Place,
) {
  await lockPlaces(tx, userId)
  const { places, hideEnds } = await sightOf(tx, userId)
  const known = places.find(place => belongsTo(at, place))
  if (known && !known.removed && (hideEnds || known.addedByRider))
    throw new AppError('conflict', sentences.placeKnown)
  if (known) return keepPlace(tx, userId, known.id)
  if (places.filter(({ addedByRider }) => addedByRider).length >= mostAddedPlaces)
    throw new AppError('conflict', sentences.tooManyPlaces({ most: mostAddedPlaces }))
  const place = newPlace(secrets, at, { addedByRider: true, at: clock.now() })
  await insertPlaces(tx, userId, [place])
  return place
}

/** The signed-in rider's own places. */
export function privatePlaceRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'secrets' | 'clock'>): void {
  implement(app, 'privatePlaces', async request => {
    const { id } = actorOf(request)
    const [places, rides] = [await placesOf(deps.db, id), await newestRidesOf(deps.db, id)]
    return {
      places: places.filter(({ removed }) => !removed).map(present),
      rides: rides.flatMap(({ videoId, title, ride }) => {
        const track = outlineForOwner(ride)
        return track.length > 0 ? [{ videoId, title, track }] : []
      }),
    }
  })

  implement(app, 'addPrivatePlace', { rateLimit: perMinute(30) }, async request => {
    const { id } = actorOf(request)
    return present(await deps.db.transaction().execute(tx => addPlace(tx, deps, id, request.body)))
  })

  implement(app, 'removePrivatePlace', async request => {
    const place = { userId: actorOf(request).id, id: request.params.placeId, at: deps.clock.now() }
    if (!(await removePlace(deps.db, place))) throw notFound('privatePlace')
    return { ok: true as const }
  })
}
