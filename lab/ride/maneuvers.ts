import { clamp, type Random } from './random.ts'
import type { RideEventType } from './truth.ts'
import { plainShape, type Shape } from './world/shape.ts'

/** One maneuver of the rider, with its intended physical size. Times in seconds of the video. */
export type Maneuver = {
  start: number
  end: number
  /** seconds before `start` in which speed and line are set up */
  lead: number
  /** m/s at `start` */
  entrySpeed: number
  /** what viewers notice but no instrument measures, −1 to 1: shifts the intensity slightly */
  appeal: number
  /** how it begins, develops and ends */
  shape: Shape
} & (
  | { type: 'jump'; airtime: number; landingG: number; cheered: boolean }
  | { type: 'speed'; topSpeed: number }
  | { type: 'corner'; yawRate: number }
  | { type: 'brake'; deceleration: number }
  | { type: 'rough'; rmsG: number; wavelength: number }
  | { type: 'climb' | 'descent'; slope: number }
  | { type: 'water' }
  | { type: 'scenic'; beauty: number }
  | { type: 'cheer'; loudness: number }
  | { type: 'parked'; activity: 'silent' | 'talking' | 'knock' | 'revving' }
)

/** Times lie on the integration grid, so that take-off falls exactly on a row. */
export const rounded = (seconds: number) => Math.round(seconds * 200) / 200

/** Braking builds up faster than a bend, and a rider rolls to a stop. */
const plainShapes: Partial<Record<Maneuver['type'], Shape>> = {
  brake: { ...plainShape, edgeIn: 0.2 },
  parked: { ...plainShape, brake: 2.6 },
}

function draw(random: Random, type: RideEventType, at: number): Maneuver {
  const base = { lead: 3, appeal: random.range(-1, 1), shape: plainShapes[type] ?? plainShape }
  const span = (seconds: number) => ({
    start: rounded(at + base.lead),
    end: rounded(at + base.lead + seconds),
  })
  const side = random.chance(0.5) ? 1 : -1
  switch (type) {
    case 'jump': {
      // One hop in seven is too small to be worth a clip.
      const airtime = rounded(random.chance(1 / 7) ? random.range(0.15, 0.22) : random.range(0.32, 1.35))
      const landingG = 1.8 + airtime * random.range(1.5, 3.2)
      const entrySpeed = 8 + 6 * airtime + random.range(-1, 1)
      return { ...base, type, ...span(airtime), airtime, landingG, entrySpeed, cheered: random.chance(0.2) }
    }
    case 'speed': {
      const topSpeed = random.range(19, 30)
      const seconds = (topSpeed - 11) / 3.5 + random.range(2.5, 4.5)
      return {
        ...base,
        lead: 1,
        type,
        start: rounded(at + 1),
        end: rounded(at + 1 + seconds),
        topSpeed,
        entrySpeed: 11,
      }
    }
    case 'corner': {
      const entrySpeed = random.range(6, 9.5)
      const rate = Math.min(random.range(0.85, 1.35), 9 / entrySpeed)
      const angle = random.range(1.6, 3)
      return { ...base, type, ...span(angle / rate + 0.4), yawRate: side * rate, entrySpeed }
    }
    case 'brake': {
      const deceleration = random.range(5.2, 8)
      const entrySpeed = random.range(15, 20)
      return {
        ...base,
        lead: 4,
        type,
        start: rounded(at + 4),
        end: rounded(at + 4 + (entrySpeed - 2.5) / deceleration),
        deceleration,
        entrySpeed,
      }
    }
    case 'rough':
      return {
        ...base,
        type,
        ...span(random.range(3, 6)),
        rmsG: random.range(0.55, 1),
        wavelength: random.range(3.2, 5),
        entrySpeed: random.range(8, 11),
      }
    case 'climb':
    case 'descent':
      return {
        ...base,
        type,
        ...span(random.range(4.5, 8)),
        slope: (type === 'climb' ? 1 : -1) * random.range(0.24, 0.46),
        entrySpeed: random.range(6, 9),
      }
    case 'water':
      return { ...base, type, ...span(random.range(2, 3.6)), entrySpeed: random.range(5, 8) }
    case 'scenic':
      return {
        ...base,
        type,
        ...span(random.range(6, 9)),
        beauty: random.range(0, 1),
        entrySpeed: random.range(3.5, 5.5),
      }
    case 'cheer':
      return {
        ...base,
        type,
        ...span(random.range(2.4, 4)),
        loudness: random.range(0.2, 1),
        entrySpeed: random.range(6, 9),
      }
  }
}

function park(random: Random, at: number, longest: number): Maneuver {
  const lead = 4
  const activity = random.pick(['silent', 'talking', 'talking', 'knock', 'knock', 'revving'] as const)
  const end = at + lead + clamp(random.range(5, 10), 0, Math.max(1, longest - lead - 2))
  return {
    type: 'parked',
    activity,
    start: rounded(at + lead),
    end: rounded(end),
    lead,
    entrySpeed: 0,
    appeal: 0,
    shape: plainShapes.parked ?? plainShape,
  }
}

const deck: readonly RideEventType[] = [
  'jump',
  'jump',
  'jump',
  'speed',
  'speed',
  'corner',
  'corner',
  'brake',
  'rough',
  'water',
  'climb',
  'descent',
  'scenic',
  'scenic',
  'cheer',
]

/**
 * Distributes maneuvers over a shot, with plain riding in between and an occasional stop when `stops` is set.
 * @param change gives each maneuver its final shape and length
 */
export function dealManeuvers(
  random: Random,
  shot: { start: number; end: number },
  gap: readonly [number, number],
  { stops, eager, change }: { stops: boolean; eager: boolean; change: (m: Maneuver) => Maneuver },
): Maneuver[] {
  const found: Maneuver[] = []
  const shuffled = random.shuffle(deck)
  const cards = eager ? (['jump', random.pick(['scenic', 'speed'] as const), ...shuffled] as const) : shuffled
  let dealt = 0
  let unfitting = 0
  for (let at = shot.start + random.range(0.5, 2); ; ) {
    const parking = stops && dealt > 0 && dealt % 4 === 0
    const next = change(parking ? park(random, at, 16) : draw(random, cards[dealt % cards.length]!, at))
    dealt++
    // A maneuver too long for the rest of the shot is skipped; a shorter one may still fit.
    if (next.end > shot.end - 2.5) {
      if (++unfitting > 5) return found
      continue
    }
    found.push(next)
    at = next.end + random.range(...gap)
  }
}

/** Standing around only, one activity after another. */
export function waitAbout(random: Random, whole: { start: number; end: number }): Maneuver[] {
  const found: Maneuver[] = []
  for (let at = whole.start; at < whole.end; ) {
    const stay = park(random, at - 4, 20)
    found.push({ ...stay, start: at, lead: 0, end: Math.min(stay.end, whole.end) })
    at = stay.end + random.range(1, 4)
  }
  return found
}
