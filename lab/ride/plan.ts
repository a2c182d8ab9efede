import { dealManeuvers, type Maneuver, rounded, waitAbout } from './maneuvers.ts'
import { type Random, seededRandom } from './random.ts'
import type { RideCut, RideKind } from './truth.ts'
import { type Company, companyOf } from './world/company.ts'
import { reshape } from './world/shapes.ts'
import { type Light, plainWorld, type World } from './world/world.ts'

export const terrains = ['trail', 'desert', 'forest', 'mud', 'snow', 'water'] as const
export type Terrain = (typeof terrains)[number]
export const vehicles = ['bike', 'quad', 'buggy'] as const
export type Vehicle = (typeof vehicles)[number]

export interface Shot {
  start: number
  end: number
  terrain: Terrain
  light: Light
  /** determines scenery and line, so that two shots of one terrain differ */
  seed: number
  cruiseSpeed: number
  startSpeed: number
  maneuvers: Maneuver[]
}

export interface Plan {
  world: World
  seed: number
  kind: RideKind
  durationSeconds: number
  vehicle: Vehicle
  shots: Shot[]
  cuts: RideCut[]
  flares: { start: number; end: number }[]
  /** the picture is stabilized, the sensors are not */
  stabilized: boolean
  /** natural frequency of the mount, Hz; 0 = rigid */
  mountCutoff: number
  /** whether the camera has a GPS receiver; some don't */
  gps: boolean
  /** g, standard deviation of engine and wheel vibration while riding */
  vibration: number
  /** sounds that have nothing to do with the ride */
  company: Company[]
}

/** A one-minute ride is a demo: it should show both sides of the sport, and soon. */
const shortRide = 90

const lights: readonly Shot['light'][] = ['noon', 'noon', 'golden', 'golden', 'overcast', 'dusk']

function shotList(random: Random, kind: RideKind, seconds: number): { times: number[]; cuts: RideCut[] } {
  const times = [0]
  const cuts: RideCut[] = []
  const add = (time: number, way: RideCut['kind'], half: number) => {
    times.push(time)
    cuts.push({ time, kind: way, start: time - half, end: time + half })
  }
  if (kind === 'edited')
    for (let time = random.range(7, 16); time < seconds - 6; time += random.range(7, 18)) {
      const way = random.pick(['cut', 'cut', 'cut', 'fade', 'dissolve'] as const)
      add(rounded(time), way, way === 'cut' ? 0 : random.range(0.3, 0.6))
    }
  // The camera was stopped and restarted: the telemetry jumps with the picture.
  else if (kind !== 'lot' && kind !== 'cruise' && seconds > 90 && random.chance(0.6))
    add(rounded(random.range(0.4, 0.6) * seconds), 'cut', 0)
  return { times, cuts }
}

function flaresOf(random: Random, durationSeconds: number, [rare, dense]: readonly [number, number]) {
  const flares: Plan['flares'] = []
  for (let time = random.range(15, 40); time < durationSeconds - 3; time += random.range(rare, dense))
    flares.push({ start: time, end: time + random.range(0.5, 1.4) })
  return flares
}

/** Plans a ride. The same seed, kind, duration and world give the same plan. */
export function planRide(
  seed: number,
  kind: RideKind,
  durationSeconds: number,
  world: World = plainWorld,
): Plan {
  const random = seededRandom(seed * 7919 + 17)
  const { shapes, mount, gps } = world
  // Separate generators, so that changing one factor of a wide world leaves all others unchanged.
  const reshaping = seededRandom(seed * 7333 + 41)
  const lighting = seededRandom(seed * 6661 + 53)
  const rest = world === plainWorld ? random : seededRandom(seed * 6469 + 29)
  const vehicle = random.pick(['bike', 'bike', 'quad', 'buggy'] as const)
  const order = random.shuffle(terrains)
  const night = random.chance(0.06)
  const { times, cuts } = shotList(random, kind, durationSeconds)
  const light: Shot['light'] = night ? 'night' : random.pick(lights)
  const eager = kind !== 'edited' && durationSeconds <= shortRide
  const lightOf = (index: number) => {
    const plain = kind === 'edited' && index > 0 ? random.pick(lights) : light
    return world.light.lights ? lighting.pick(world.light.lights) : plain
  }
  const shots = times.map((start, index): Shot => {
    const end = times[index + 1] ?? durationSeconds
    const cruiseSpeed = kind === 'lot' ? 0 : random.range(8.5, 12) * (shapes?.pace ?? 1)
    const shot = {
      start,
      end,
      // Riders stay in one country; edited films jump between days.
      terrain: order[kind === 'edited' ? index % order.length : 0]!,
      light: lightOf(index),
      seed: seed * 131 + index,
      cruiseSpeed,
      startSpeed: cruiseSpeed,
    }
    const whole = { start: 0, end: durationSeconds }
    const maneuvers =
      kind === 'lot'
        ? waitAbout(random, whole)
        : kind === 'cruise'
          ? []
          : dealManeuvers(
              random,
              shot,
              kind === 'edited' ? [1, 3] : eager ? [1.5, 4] : (shapes?.gap ?? [3, 7]),
              {
                stops: kind !== 'edited',
                eager,
                change: m => (shapes ? reshape(reshaping, shapes, m) : m),
              },
            )
    return { ...shot, maneuvers }
  })
  const flares = flaresOf(
    world.light.flareSeconds ? lighting : rest,
    durationSeconds,
    world.light.flareSeconds ?? [30, 70],
  )
  const plan: Plan = {
    world,
    seed,
    kind,
    durationSeconds,
    vehicle,
    shots,
    cuts,
    flares,
    stabilized: kind === 'stabilized' || (kind === 'ride' && rest.chance(0.25)),
    mountCutoff: rest.chance(0.35) ? rest.range(9, 16) : 0,
    gps: !rest.chance(0.15),
    vibration: kind === 'vibration' ? rest.range(0.35, 0.6) : rest.range(0.06, 0.14),
    company: companyOf(seed, durationSeconds, world.company),
  }
  if (mount.hertz !== null) plan.mountCutoff = mount.hertz
  if (mount.vibration !== null && kind !== 'vibration') plan.vibration = mount.vibration
  if (gps.hz !== null) plan.gps = gps.hz > 0
  return plan
}
