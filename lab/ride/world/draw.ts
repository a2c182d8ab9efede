import type { Shot } from '../plan.ts'
import { type Random, seededRandom } from '../random.ts'
import {
  type Company,
  type Compression,
  type Engine,
  type Factor,
  factors,
  type Gps,
  type Inertial,
  type Lens,
  type LightWorld,
  type Microphone,
  type Mount,
  plainWorld,
  type Shapes,
  type Wind,
  type World,
  type WorldName,
} from './world.ts'

/** Uniform on a logarithmic scale, for quantities perceived as ratios. */
const ratio = (random: Random, low: number, high: number) => low * (high / low) ** random.next()

/**
 * 70° is the narrow setting of action cameras, 120° the wide one; 140° with a bent picture is their widest
 * (GoPro's "HyperView").
 */
function drawLens(random: Random): Lens {
  const degrees = random.range(70, 140)
  const bend = degrees > 100 ? random.range(0.3, 1) : random.chance(0.3) ? random.range(0, 0.6) : 0
  return { halfWidth: Math.tan((degrees * Math.PI) / 360), bend }
}

/**
 * A handlebar clamp transmits engine vibration, a chest harness swings at 2 to 5 Hz, a helmet also turns with
 * the head, by 40° and more to look through a bend.
 */
function drawMount(random: Random): Mount {
  const place = random.pick(['bar', 'chest', 'helmet'] as const)
  const common = {
    damping: random.range(0.15, 0.7),
    tilt: random.range(-0.12, 0.1),
    airBuzz: random.range(0.05, 0.5),
    heard: ratio(random, 0.35, 2),
  }
  switch (place) {
    case 'bar':
      return {
        ...common,
        place,
        hertz: random.chance(0.6) ? 0 : random.range(9, 28),
        height: random.range(-0.55, -0.2),
        drop: random.range(-0.02, 0.12),
        shake: ratio(random, 0.6, 2.2),
        pace: random.range(0.8, 1.5),
        sway: 0,
        swing: 0,
        vibration: ratio(random, 0.06, 0.35),
      }
    case 'chest':
      return {
        ...common,
        place,
        hertz: random.range(3, 10),
        height: random.range(-0.35, -0.05),
        drop: random.range(-0.05, 0.08),
        shake: ratio(random, 0.35, 1.3),
        pace: random.range(0.3, 0.8),
        sway: random.range(0.15, 0.6),
        swing: random.range(0.01, 0.05),
        vibration: ratio(random, 0.02, 0.12),
      }
    case 'helmet':
      return {
        ...common,
        place,
        hertz: random.range(4, 14),
        height: random.range(0.05, 0.3),
        drop: random.range(0.1, 0.32),
        shake: ratio(random, 0.3, 1.2),
        pace: random.range(0.35, 0.9),
        sway: random.range(0.1, 0.5),
        swing: random.range(0.05, 0.3),
        vibration: ratio(random, 0.015, 0.1),
      }
  }
}

/**
 * A two-stroke fires every revolution, a four-stroke every second one per cylinder; an electric motor whines
 * and is silent at rest.
 */
function drawEngine(random: Random): Engine {
  const kind = random.pick(['two-stroke', 'single', 'twin', 'triple', 'electric'] as const)
  const pitch = { 'two-stroke': 2, single: 1, twin: 2, triple: 3, electric: random.range(12, 28) }[kind]
  const electric = kind === 'electric'
  // Half of the riders close the throttle in the air.
  const shut = random.chance(0.5)
  return {
    kind,
    pitch,
    loudness: electric ? ratio(random, 0.05, 0.35) : ratio(random, 0.35, 1.8),
    response: random.range(0.25, 1),
    idle: electric ? 0 : ratio(random, 0.5, 2),
    gear: electric ? 45 : random.range(5, 13),
    airRevs: shut ? random.range(2500, 5000) : random.range(6500, 10500),
    airThrottle: shut ? random.range(0, 0.3) : random.range(0.5, 1),
    harmonics: electric ? 3 : 10 + random.below(15),
    dull: random.range(1.2, 2),
    bright: random.range(0.6, 1.15),
    timbre: random.range(0, 2 * Math.PI),
  }
}

/** Wind pressure on a microphone grows with the square of the wind speed; foam takes off 10 to 20 dB. */
function drawWind(random: Random): Wind {
  const foam = random.chance(0.35)
  return {
    gain: foam ? ratio(random, 0.04, 0.15) : ratio(random, 0.15, 1.1),
    power: random.range(1.7, 2.2),
    head: random.chance(0.5) ? random.range(0, 8) : 0,
    top: 1.5,
    gusts: random.range(0, 0.5),
    pace: ratio(random, 0.5, 4),
    brightness: foam ? ratio(random, 0.4, 0.9) : ratio(random, 0.7, 2.5),
  }
}

/** Cameras turn loud sound down within 5 to 100 ms and back up within half a second to several seconds. */
function drawMicrophone(random: Random): Microphone {
  const controlled = random.chance(0.6)
  return {
    gain: ratio(random, 0.4, 2.5),
    control: controlled
      ? {
          level: random.range(0.06, 0.25),
          down: ratio(random, 0.005, 0.1),
          up: ratio(random, 0.4, 6),
          most: ratio(random, 2, 8),
        }
      : null,
    clip: random.chance(0.35) ? random.range(0.3, 0.9) : 1,
    kbps: random.pick([32, 64, 96, 128, 192]),
  }
}

function drawCompression(random: Random): Compression {
  return {
    preset: random.pick(['ultrafast', 'superfast', 'veryfast']),
    crf: Math.round(random.range(17, 34)),
    gopSeconds: ratio(random, 0.4, 8),
  }
}

const drawFrameRate = (random: Random): number =>
  random.pick([24, 25, 30_000 / 1001, 30_000 / 1001, 30, 50, 60])

function drawLight(random: Random): LightWorld {
  const lights: readonly Shot['light'][] = [
    'noon',
    'noon',
    'golden',
    'golden',
    'overcast',
    'overcast',
    'dusk',
  ]
  return {
    lights: [random.pick(lights), random.pick(lights)],
    drift: random.range(0, 0.3),
    driftSeconds: ratio(random, 3, 30),
    shade: random.chance(0.5) ? random.range(0.1, 0.55) : 0,
    // Clouds at 7500 K with daylight white balance, or the reverse.
    red: ratio(random, 0.85, 1.18),
    blue: ratio(random, 0.82, 1.22),
    contrast: random.range(0.7, 1.35),
    brightness: random.range(0.75, 1.2),
    haze: ratio(random, 0.4, 2.5),
    saturation: random.range(0.6, 1.3),
    grain: ratio(random, 1, 12),
    flareSeconds: random.chance(0.3) ? [6, 20] : [25, 80],
  }
}

function drawShapes(random: Random): Shapes {
  const gap = random.range(1.5, 7)
  return {
    softness: random.next(),
    pace: random.range(0.75, 1.3),
    winding: random.range(0.6, 1.4),
    follow: random.range(0.8, 2.5),
    dive: random.range(0.003, 0.025),
    springs: random.range(0.6, 1.5),
    gap: [gap, gap + random.range(1, 6)],
  }
}

/**
 * Consumer parts, such as Bosch's BMI160 (datasheet BST-BMI160-DS000): offsets of ±40 mg and ±3 °/s, noise of
 * 180 µg/√Hz and 0.007 °/s/√Hz, here up to several times larger. Cameras write 100 to 400 rows a second.
 */
function drawInertial(random: Random): Inertial {
  const three = (size: number): [number, number, number] => [
    random.range(-size, size),
    random.range(-size, size),
    random.range(-size, size),
  ]
  return {
    accelerometerHz: random.pick([100, 200, 200, 400]),
    gyroscopeHz: random.pick([100, 200, 200, 400]),
    accelerometerBias: three(0.4),
    gyroscopeBias: three(0.05),
    accelerometerWalk: ratio(random, 0.001, 0.03),
    gyroscopeWalk: ratio(random, 0.0001, 0.003),
    accelerometerNoise: ratio(random, 0.02, 0.4),
    gyroscopeNoise: ratio(random, 0.002, 0.03),
    accelerometerStep: ratio(random, 0.0024, 0.08),
    gyroscopeStep: ratio(random, 0.001, 0.02),
    scale: random.range(-0.03, 0.03),
    turned: [random.range(-0.45, 0.45), random.range(-0.2, 0.2), random.range(-0.3, 0.3)],
    upsideDown: random.chance(0.15),
    axes: random.pick([null, 'ZXY', 'YxZ', 'xZY', 'Xzy']),
    gravity: random.chance(0.6),
  }
}

/** GoPro's GPS5 has 18 fixes a second, GPS9 10, other makers' receivers 1 to 5. Their filters lag. */
function drawGps(random: Random): Gps {
  return {
    hz: random.pick([0, 1, 1, 5, 10, 10, 18]),
    lagSeconds: random.range(0, 1),
    speedNoise: ratio(random, 0.03, 0.5),
    wander: ratio(random, 0.5, 4),
    dropouts: random.chance(0.5) ? random.range(0.3, 2) : 0,
    dropoutSeconds: [2, 8],
  }
}

function drawCompany(random: Random): Company {
  return {
    talkers: random.chance(0.5) ? random.range(0.5, 2) : 0,
    passing: random.chance(0.5) ? random.range(0.5, 2.5) : 0,
    music: random.chance(0.2) ? random.range(0.03, 0.2) : 0,
  }
}

const draws: { [F in Factor]: (random: Random) => World[F] } = {
  lens: drawLens,
  mount: drawMount,
  engine: drawEngine,
  wind: drawWind,
  microphone: drawMicrophone,
  compression: drawCompression,
  frameRate: drawFrameRate,
  light: drawLight,
  shapes: drawShapes,
  inertial: drawInertial,
  gps: drawGps,
  company: drawCompany,
}

/**
 * Draws the world for a seed. Each factor has its own generator, so fixing one leaves all others unchanged.
 * @param fixed a factor that keeps the plain world's value
 */
export function drawWorld(name: WorldName, seed: number, fixed?: Factor): World {
  if (name === 'plain') return plainWorld
  const world: Partial<Record<Factor, World[Factor]>> = {}
  factors.forEach((factor, index) => {
    const random = seededRandom(seed * 9973 + index * 104_729 + 271)
    // The first numbers of neighboring seeds have no known correlation, but skipping a few costs nothing.
    for (let skipped = 0; skipped < 3; skipped++) random.next()
    world[factor] = factor === fixed ? plainWorld[factor] : draws[factor](random)
  })
  return world as World
}
