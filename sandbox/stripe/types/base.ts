/**
 * The stored objects, with the fields of Stripe's API 2026-10-28 that are used. Times are Unix seconds,
 * amounts cents.
 */
export interface Base {
  id: string
  object: string
  created: number
  livemode: false
}
