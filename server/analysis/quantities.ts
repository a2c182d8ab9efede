import type { Quantity } from '#server/core/sentences.ts'
import { round } from './math.ts'

/** A speed in a sentence. @param kmh as the analysis measures it */
export const speedOf = (kmh: number): Quantity => ({ quantity: 'speed', si: round(kmh / 3.6, 3) })

/** A height or a distance on the ground in a sentence. */
export const heightOf = (meters: number): Quantity => ({ quantity: 'height', si: round(meters, 2) })

/** A quantity whose unit is named by another one in the sentence. */
export const bare = (quantity: Quantity): Quantity => ({ ...quantity, bare: true })
