import type { Maneuver } from '../maneuvers.ts'
import { clamp, type Random } from '../random.ts'
import type { Shape } from './shape.ts'
import type { Shapes } from './world.ts'

const onGrid = (seconds: number) => Math.round(seconds * 200) / 200

/**
 * Varies how a maneuver is performed: how sharp, how long, how fast. The result is measured on the motion
 * afterwards.
 */
export function reshape(random: Random, { softness, pace }: Shapes, m: Maneuver): Maneuver {
  // Each maneuver's softness varies around the world's.
  const soft = clamp(softness + random.range(-0.35, 0.35))
  const between = (sharp: number, gentle: number) =>
    sharp + (gentle - sharp) * clamp(soft + random.range(-0.2, 0.2))
  const shape: Shape = {
    throttle: between(4.6, 1.8),
    brake: between(5, 2),
    edgeIn: between(0.2, 1.5),
    edgeOut: between(0.25, 1.8),
    blend: between(0.2, 1),
    pop: between(0.5, 2),
    skew: random.range(0.15, 0.6),
    noseDrop: random.range(0, 2.6),
    airRattle: random.range(0.03, 0.4),
    push: between(4.5, 1.5),
    coast: between(3, 0.6),
    tail: 2,
    fade: random.range(0, 0.5),
    stopAt: random.range(0.3, 5),
    uneven: random.range(0, 0.5),
  }
  const lead = m.lead * between(0.85, 1.8)
  const start = onGrid(m.start + lead - m.lead)
  const changed = <T extends Maneuver>(was: T, seconds: number, rest: Partial<T> = {}): T => ({
    ...was,
    lead,
    start,
    end: onGrid(start + seconds),
    shape,
    ...rest,
  })
  const length = m.end - m.start
  switch (m.type) {
    case 'jump':
      return changed(m, length, {
        landingG: 1.6 + m.airtime * between(3.8, 0.6),
        entrySpeed: m.entrySpeed * random.range(0.75, 1.25),
      })
    case 'speed': {
      const topSpeed = m.topSpeed * random.range(0.9, 1.2)
      shape.tail = 8
      return changed(m, (topSpeed - 11) / shape.push + random.range(1.5, 5), { topSpeed })
    }
    case 'corner': {
      const entrySpeed = m.entrySpeed * random.range(0.75, 1.3)
      const side = Math.sign(m.yawRate)
      const rate = Math.min(Math.abs(m.yawRate), 9 / entrySpeed)
      const angle = Math.abs(m.yawRate) * (length - 0.4)
      const seconds = angle / rate + (shape.edgeIn + shape.edgeOut) / 2
      shape.edgeIn = Math.min(shape.edgeIn, 0.45 * seconds)
      shape.edgeOut = Math.min(shape.edgeOut, 0.45 * seconds)
      return changed(m, seconds, { entrySpeed, yawRate: side * rate })
    }
    case 'brake': {
      const deceleration = m.deceleration * random.range(0.8, 1.1)
      shape.edgeIn = Math.min(0.9, shape.edgeIn * 0.6)
      const seconds = (m.entrySpeed - shape.stopAt) / (deceleration * (1 - shape.fade / 2)) + shape.edgeIn / 2
      return changed(m, seconds, { deceleration })
    }
    case 'rough':
      return changed(m, length * random.range(0.8, 1.4), {
        wavelength: m.wavelength * random.range(0.7, 1.5),
        entrySpeed: m.entrySpeed * random.range(0.7, 1.3),
      })
    case 'climb':
    case 'descent':
      return changed(m, length * random.range(0.8, 1.5), {
        entrySpeed: m.entrySpeed * random.range(0.5, 1.3),
      })
    case 'water':
      return changed(m, length * random.range(0.8, 1.6), {
        entrySpeed: m.entrySpeed * random.range(0.6, 1.3),
      })
    case 'scenic': {
      // Riders stop at a view, roll past it, or ride on at speed.
      const speeds = { standing: 0, slow: random.range(2, 5), riding: random.range(5, 11) * pace }
      const way = random.pick(['standing', 'slow', 'slow', 'riding'] as const)
      return changed(m, length * random.range(0.8, 1.25), { entrySpeed: speeds[way] })
    }
    case 'cheer':
      return changed(m, length * random.range(0.8, 1.4), {
        entrySpeed: m.entrySpeed * random.range(0.3, 1.3),
      })
    case 'parked':
      return changed(m, length * random.range(0.7, 1.8))
  }
}
