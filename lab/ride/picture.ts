import { type Motion, motionAt } from './motion.ts'
import { type Cockpit, makeCockpit, paintCockpit } from './picture/cockpit.ts'
import { blend, finish, paintDrops, paintDust, paintSnowfall, paintSplash } from './picture/effects.ts'
import { type Canvas, type Land, makeLand, paintLand, type Stretch } from './picture/land.ts'
import { type Palette, paletteOf } from './picture/palette.ts'
import {
  aheadMetres,
  type Path,
  pathOf,
  pathStep,
  type TrackAhead,
  trackAhead,
  traveledAt,
} from './picture/path.ts'
import { type Prop, paintStanding, standingAhead } from './picture/scenery.ts'
import { makeSprites, type Sprites } from './picture/sprites.ts'
import { viewAt } from './picture/view.ts'
import type { Plan, Shot } from './plan.ts'
import { clamp, hash01, seededRandom, smoothstep } from './random.ts'
import type { Ride } from './timeline.ts'
import { develop, exposureAt, lensBend } from './world/develop.ts'
import { plainWorld } from './world/world.ts'

/** Everything that stays the same during a shot. */
interface Set {
  shot: Shot
  motion: Motion
  palette: Palette
  land: Land
  path: Path
  sprites: Sprites
  props: Prop[]
  cockpit: Cockpit
  ahead: TrackAhead
}

/** Envelope of one type of maneuver over time: 0 outside, up to `size` inside, with soft edges. */
function envelope(
  shot: Shot,
  time: number,
  type: string,
  edge: number,
  size: (m: Shot['maneuvers'][number]) => number,
) {
  let sum = 0
  for (const m of shot.maneuvers)
    if (m.type === type)
      sum +=
        size(m) *
        smoothstep(m.start - edge, m.start + edge, time) *
        (1 - smoothstep(m.end - edge, m.end + edge, time))
  return sum
}

function stretchesOf(shot: Shot, motion: Motion): Stretch[] {
  return shot.maneuvers.flatMap((m): Stretch[] => {
    const [from, to] = [traveledAt(motion, m.start), traveledAt(motion, m.end)]
    if (m.type === 'water') return [{ from, to, what: 'water', wavelength: 1 }]
    return m.type === 'rough' ? [{ from, to, what: 'whoops', wavelength: m.wavelength }] : []
  })
}

/** Props placed at the track for the maneuvers: kickers, people, parked trucks. */
function propsOf(shot: Shot, motion: Motion): Prop[] {
  const random = seededRandom(shot.seed + 99)
  const crowd = (from: number, to: number, count: number): Prop[] =>
    Array.from({ length: count }, () => ({
      sprite: random.chance(0.12) ? 'flag' : 'person',
      way: random.range(from, to),
      left: random.range(3.1, 6) * (random.chance(0.5) ? 1 : -1),
      size: random.range(0.9, 1.1),
    }))
  return shot.maneuvers.flatMap((m): Prop[] => {
    const way = traveledAt(motion, m.start)
    switch (m.type) {
      case 'jump': {
        const size = 0.55 + 0.5 * m.airtime
        const landing = traveledAt(motion, m.end)
        return [
          { sprite: 'ramp', way: way - 0.6, left: 0, size },
          { sprite: 'ramp', way: landing + 3, left: 0, size: size * 0.6 },
          ...(m.cheered ? crowd(way - 3, landing + 10, 12) : []),
        ]
      }
      case 'cheer':
        return crowd(way + 3, traveledAt(motion, m.end) + 6, 12 + Math.round(10 * m.loudness))
      case 'parked':
        return [
          { sprite: 'truck', way: way + 9 + 4 * random.next(), left: 4.6, size: 1 },
          { sprite: 'truck', way: way + 15, left: -5.2, size: 1 },
          ...crowd(way + 6, way + 14, 3),
        ]
      default:
        return []
    }
  })
}

function makeSet(plan: Plan, shot: Shot, motion: Motion, width: number, height: number): Set {
  const drawn = paletteOf(shot)
  const palette = { ...drawn, haze: drawn.haze * plan.world.light.haze }
  const cells = aheadMetres / pathStep
  return {
    shot,
    motion,
    palette,
    land: makeLand(palette, shot.seed, hash01(shot.seed, 4, 4) * 2 * Math.PI, stretchesOf(shot, motion)),
    path: pathOf(motion),
    sprites: makeSprites(palette, shot.terrain === 'snow', width),
    props: propsOf(shot, motion),
    cockpit: makeCockpit(plan.vehicle, plan.seed, palette, width, height),
    ahead: { left: new Float32Array(cells), way: new Float32Array(cells) },
  }
}

export interface Painter {
  canvas: Canvas
  /** Paints the frame at a time of the video into `canvas`. */
  paint(time: number): void
}

/** A painter of a ride's frames, `width` × `height` pixels; the same time gives the same frame. */
export function makePainter({ plan, motions }: Ride, width: number, height: number): Painter {
  const sets = plan.shots.map(shot =>
    makeSetLater(() => makeSet(plan, shot, motions[plan.shots.indexOf(shot)]!, width, height)),
  )
  const newCanvas = (): Canvas => ({ width, height, data: new Uint8ClampedArray(width * height * 3) })
  const canvas = newCanvas()
  const second = newCanvas()
  const { lens, light, mount } = plan.world
  const bend = lensBend(lens, width, height)

  const paintShot = (target: Canvas, index: number, time: number, exposure: number) => {
    const set = sets[index]!()
    const { shot, motion, palette, path, ahead } = set
    const at = (column: Parameters<typeof motionAt>[1]) => motionAt(motion, column, time)
    const beauty = envelope(shot, time, 'scenic', 0.8, m =>
      m.type === 'scenic' ? 0.45 + 0.55 * m.beauty : 0,
    )
    const view = viewAt(motion, time, plan.vehicle, plan.stabilized, beauty, plan.world)
    trackAhead(path, view.traveled, view.x, view.y, view.heading, ahead)
    paintLand(target, set.land, view, ahead, time)
    for (const thing of standingAhead(palette, set.sprites, set.props, path, view, ahead, shot.seed))
      paintStanding(target, palette, view, thing)
    bend(target)

    const [speed, air] = [at('speed'), at('air')]
    const wet = envelope(shot, time, 'water', 0.25, () => 1)
    const landing = clamp(motionAt(motion, 'thump', time - 0.2) + motionAt(motion, 'thump', time - 0.45))
    const dusty =
      { desert: 1, trail: 0.6, water: 0.5, forest: 0.35, mud: 0.25, snow: 0.7 }[shot.terrain] *
      (1 - air) *
      (1 - wet)
    paintDust(
      target,
      palette.dust,
      dusty * (0.5 * clamp((speed - 5) / 16) + 0.7 * landing + 0.3 * clamp(Math.abs(at('yawRate')) - 0.4)),
      time,
    )
    paintSplash(target, shot.terrain === 'mud' ? palette.rut : [222, 232, 238], wet * clamp(speed / 4), time)
    if (shot.terrain === 'snow') paintSnowfall(target, shot.light === 'overcast' ? 1 : 0.5, time, speed)
    // Mud and drops on the lens dry within a few seconds.
    const dried = shot.maneuvers.reduce(
      (most, m) =>
        m.type === 'water' && time > m.start + 0.4 ? Math.max(most, clamp(1 - (time - m.end) / 3)) : most,
      0,
    )
    paintDrops(target, shot.terrain === 'mud' ? palette.rut : [206, 220, 228], dried, shot.seed)

    const shake = plan.stabilized ? 1.1 : 0.4
    const pixels = width / 2
    paintCockpit(
      target,
      set.cockpit,
      shake * pixels * (at('shakeYaw') * 0.8),
      height * 0.02 +
        shake * pixels * at('shakePitch') +
        pixels * 0.05 * clamp(at('thump') / 4) +
        height * mount.drop,
      -0.09 * clamp(at('yawRate'), -1, 1) - shake * at('shakeRoll') * 0.6,
    )
    const flare = plan.flares.reduce(
      (most, f) =>
        Math.max(
          most,
          smoothstep(f.start, (f.start + f.end) / 2, time) *
            (1 - smoothstep((f.start + f.end) / 2, f.end, time)),
        ),
      0,
    )
    finish(target, {
      saturation: light.saturation * (1.06 + 0.4 * beauty),
      grain: light.grain,
      exposure,
      flare: palette.night ? 0 : flare,
      flareX: 0.2 + 0.6 * hash01(Math.floor(time / 20), 8, plan.seed),
      flareY: 0.18,
      frame: Math.round(time * 1000),
    })
    if (light !== plainWorld.light) develop(target, light, exposureAt(light, time, plan.seed))
  }

  return {
    canvas,
    paint(time) {
      const index = plan.shots.findLastIndex(shot => time >= shot.start)
      const joint = plan.cuts.find(cut => time >= cut.start && time < cut.end)
      if (joint?.kind === 'fade') {
        const half = (joint.end - joint.start) / 2
        return paintShot(canvas, index, time, clamp(Math.abs(time - joint.time) / half - 0.08))
      }
      paintShot(canvas, index, time, 1)
      if (joint?.kind !== 'dissolve') return
      const other = time < joint.time ? index + 1 : index - 1
      paintShot(second, other, time, 1)
      const done = (time - joint.start) / (joint.end - joint.start)
      blend(canvas, second, time < joint.time ? done : 1 - done)
    },
  }
}

/** Creates a value on first use, so that an hour of edited shots need not all be in memory. */
function makeSetLater<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
