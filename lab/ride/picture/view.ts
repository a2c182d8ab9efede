import type { Motion } from '../motion.ts'
import { motionAt } from '../motion.ts'
import type { World } from '../world/world.ts'

/** Camera of one frame. Meters and radians; `tilt` is the tangent of the pitch, `slope` that of the ground ahead. */
export interface View {
  x: number
  y: number
  height: number
  heading: number
  tilt: number
  roll: number
  slope: number
  traveled: number
  /** 0 to 1: how open and colorful the landscape is */
  beauty: number
  /** tangent of half the horizontal field of view */
  halfWidth: number
}

const mean = (motion: Motion, column: 'pitch' | 'roll' | 'heading' | 'slope', time: number, half: number) => {
  let sum = 0
  for (let step = -4; step <= 4; step++) sum += motionAt(motion, column, time + (step * half) / 4)
  return sum / 9
}

const eyes = { bike: 1.62, quad: 1.5, buggy: 1.55 } as const

/** The camera at a time of the video; `steadied` removes rattle and small swings, as action cameras do. */
export function viewAt(
  motion: Motion,
  time: number,
  vehicle: keyof typeof eyes,
  steadied: boolean,
  beauty: number,
  { mount, lens }: World,
): View {
  const at = (column: Parameters<typeof motionAt>[1]) => motionAt(motion, column, time)
  const half = steadied ? 0.35 : 0.012
  const shake = steadied ? 0.08 : 1
  const pitch = mean(motion, 'pitch', time, half) + shake * at('shakePitch')
  return {
    x: at('x'),
    y: at('y'),
    height: eyes[vehicle] + mount.height + Math.max(-0.3, at('hop')),
    heading: mean(motion, 'heading', time, half) + shake * at('shakeYaw') + at('look'),
    // The camera looks slightly down, so the track fills most of the picture.
    tilt: Math.tan(pitch - 0.18 + mount.tilt),
    roll: mean(motion, 'roll', time, half) + shake * at('shakeRoll'),
    slope: Math.tan(mean(motion, 'slope', time + 0.4, 0.5)),
    traveled: at('traveled'),
    beauty,
    halfWidth: lens.halfWidth,
  }
}
