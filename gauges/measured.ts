import type { GaugeSamples } from '#contract/gauges/schemas.ts'

/** Stretches of a video, seconds. */
export type Spans = readonly { start: number; end: number }[]

/** Whether anything was measured in the spans. */
export const hasSamples = (list: readonly GaugeSamples[], spans: Spans): boolean =>
  spans.some(({ start, end }) =>
    list.some(one => {
      const first = Math.max(0, Math.floor((start - one.start) * one.hz))
      const last = Math.min(one.values.length - 1, Math.ceil((end - one.start) * one.hz))
      return one.values.slice(first, last + 1).some(value => value !== null)
    }),
  )
