import type { z } from 'zod'
import type { selectableStatus } from '#contract/review.ts'

export type SettableStatus = z.infer<typeof selectableStatus>
/**
 * The statuses an admin may set. Not imported from the contract's file, which would bring its schemas to the browser.
 */
export const settable = [
  'pending',
  'approved',
  'rejected',
  'published',
] as const satisfies readonly SettableStatus[]
export const isSettable = (status: string): status is SettableStatus =>
  (settable as readonly string[]).includes(status)
