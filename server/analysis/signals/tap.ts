import type { DecodePlan } from './plan.ts'

/** Receives what the decode pass decodes, in order. The arrays are reused, so it must copy what it keeps. */
export interface Tap {
  /** a yuv420p frame of the plan's size */
  picture?: (frame: Uint8Array, plan: DecodePlan) => void
  /** signed 16-bit samples at 16 kHz */
  sound?: (bytes: Uint8Array) => void
}
