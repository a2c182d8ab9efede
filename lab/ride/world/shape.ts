/** How one maneuver begins, develops and ends. SI units. */
export interface Shape {
  /** acceleration limits while it is set up, m/s² */
  throttle: number
  brake: number
  /** s it takes to begin and to end */
  edgeIn: number
  edgeOut: number
  /** s before and after over which the line is straightened */
  blend: number
  /** length of a jump's ramp relative to the plain one */
  pop: number
  /** share of the landing at which its thrust peaks; null: a half sine */
  skew: number | null
  /** how far the nose drops in the air, and the rattle that remains there */
  noseDrop: number
  airRattle: number
  /** m/s² of acceleration within a fast run, and of slowing down after it */
  push: number
  coast: number
  /** s after the end during which it still counts */
  tail: number
  /** share of the braking lost toward its end, and target speed in m/s */
  fade: number
  stopAt: number
  /** irregularity of whoops, 0 to 1 */
  uneven: number
}

/** The plain world's formulas. Fields that are null or of other types are handled where they are used. */
export const plainShape: Shape = {
  throttle: 3.2,
  brake: 3.4,
  edgeIn: 0.4,
  edgeOut: 0.4,
  blend: 0.3,
  pop: 1,
  skew: null,
  noseDrop: 1.6,
  airRattle: 0.12,
  push: 2.2,
  coast: 2,
  tail: 2,
  fade: 0,
  stopAt: 1.5,
  uneven: 0,
}
