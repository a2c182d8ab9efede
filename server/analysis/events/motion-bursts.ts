import type { Evidence } from '#contract/analysis.ts'
import { runsInShots } from '../cuts/index.ts'
import { clamp, median, peaksIn, pick, smooth } from '../math.ts'
import { movingShare } from '../ride-state.ts'
import type { RideFacts } from '../types.ts'
import { evidenceOf } from './evidence.ts'

/** Motion of the picture that is a burst, frame widths per second and times the ride's median. */
const burstFlow = 0.15
const burstRatio = 1.35
const burstSeconds = 0.75
/** It begins and ends where this share of the rise over the median is reached. */
const burstEdge = 0.4

/** A jerk is no ride: a burst is worth all it is from this many seconds, and less below. */
const fullBurst = 2.5
const shortBurst = 0.7

/** Stretches in which the picture moves much more than on the rest of the ride. */
export function motionBurstEvidence({ state, shots }: RideFacts): Evidence[] {
  const level = smooth(state.motion, 3)
  const middle = median(pick(level, i => state.moving[i] === 1)) || 0
  const least = Math.max(burstFlow, burstRatio * middle)
  const bursts = runsInShots(
    shots,
    state.hz,
    state.length,
    i => level[i]! >= least,
    2,
    burstSeconds * state.hz,
  )
  const floorOf = (top: number) => middle + burstEdge * (top - middle)
  const peaks = bursts.flatMap(run => peaksIn(level, run, run.shot, floorOf))
  return peaks.flatMap(({ from, to, peak }) => {
    const start = from / state.hz
    const end = to / state.hz
    // Someone who handles a standing camera moves the picture too.
    if (movingShare(state, Math.max(0, start - 2), start) < 0.5 || movingShare(state, end, end + 2) < 0.5)
      return []
    const ratio = level[peak]! / Math.max(middle, burstFlow / 2)
    const lasting =
      shortBurst + (1 - shortBurst) * clamp((end - start - burstSeconds) / (fullBurst - burstSeconds), 0, 1)
    return evidenceOf(
      {
        type: 'motion_burst',
        source: 'picture',
        start,
        end,
        core: peak / state.hz,
        value: ratio,
        text: `camera motion ${ratio.toFixed(1)}× the ride's median`,
      },
      lasting,
    )
  })
}
