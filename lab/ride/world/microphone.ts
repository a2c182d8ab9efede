import { clamp } from '../random.ts'
import type { Microphone } from './world.ts'

/** Automatic gain and clipping of a camera's sound: maps a sample to its recorded value, −1 to 1. */
export function recorder({ gain, control, clip }: Microphone, rate: number): (sample: number) => number {
  if (!control) return sample => clamp(Math.tanh(sample * 1.15 * gain), -clip, clip)
  const [down, up] = [1 / (control.down * rate), 1 / (control.up * rate)]
  let level = control.level
  return sample => {
    const loud = Math.abs(sample) * gain
    level += (loud - level) * (loud > level ? down : up)
    // The mean of rectified sound: peaks are two to three times higher.
    const turned = gain * clamp((0.5 * control.level) / Math.max(level, 1e-6), 1 / control.most, control.most)
    return clamp(Math.tanh(sample * 1.15 * turned), -clip, clip)
  }
}
