import { z } from 'zod'

/** How many places of their own riders can add; the starts and ends of their rides don't count. */
export const mostAddedPlaces = 50

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** A place that others don't see, as its rider sees it. Degrees and meters. */
export const privatePlace = z.object({
  id: z.uuid(),
  latitude,
  longitude,
  /** the rider added it; otherwise a ride starts or ends there */
  addedByRider: z.boolean(),
  /** what others don't see: this circle, which is not centered on the place, and a little more of the way */
  circle: z.object({ latitude: z.number(), longitude: z.number(), radius: z.number() }),
  createdAt: z.iso.datetime(),
})
export type PrivatePlace = z.infer<typeof privatePlace>

/** A ride on the map of its rider's places, as [latitude, longitude]. */
const placesRide = z.object({
  videoId: z.uuid(),
  title: z.string(),
  track: z.array(z.array(z.tuple([z.number(), z.number()]))),
})

/** GET /api/profile/private-places: newest rides first. */
export const privatePlacesAnswer = z.object({ places: z.array(privatePlace), rides: z.array(placesRide) })

export const addPlaceBody = z.strictObject({ latitude, longitude })
