import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ffprobeCommand } from '#server/core/media/command.ts'
import { readMedia } from '#server/core/media/process.ts'
import { readTelemetry } from '#telemetry/index.ts'
import { gpsRows, gravityRows, inertialRows, rideTelemetry } from '../instruments.ts'
import { integrateShot, type Motion, motionHz } from '../motion.ts'
import { makePainter } from '../picture.ts'
import { renderRide } from '../render.ts'
import { recorder, rideSound, soundRate } from '../sound.ts'
import { type Ride, rideTimeline } from '../timeline.ts'
import { cutLength, intensityFloor, rideKinds } from '../truth.ts'
import { drawWorld } from './draw.ts'
import { turnedBy } from './imperfect.ts'
import { factors, plainWorld, type World } from './world.ts'

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)
const plainRide = rideTimeline({ seed: 2, kind: 'ride', durationSeconds: 30 })

/** The same ride in a world that differs from the plain one by `changes`. */
function inWorld(changes: Partial<World>, ride: Ride = plainRide): Ride {
  const plan = { ...ride.plan, world: { ...plainWorld, ...changes } }
  return { ...ride, plan, motions: plan.shots.map(shot => integrateShot(plan, shot)) }
}

describe('the plain world', () => {
  it('is still, bit for bit, the one the first tuning and held-out rides were made in', () => {
    const ride = rideTimeline({ seed: 203, kind: 'ride', durationSeconds: 40 })
    expect(digest(Buffer.from(JSON.stringify(ride.truth)))).toBe('399997e6db9c')
    expect(digest(Buffer.concat(rideTelemetry(ride).payloads))).toBe('dd78012d72e7')
    const sound = createHash('sha256')
    let second = 0
    for (const block of rideSound(ride)) {
      if (second % 3 === 0) sound.update(new Uint8Array(block.buffer))
      if (second++ === 24) break
    }
    expect(sound.digest('hex').slice(0, 12)).toBe('ee14ec1b8759')
    const painter = makePainter(ride, 128, 72)
    const picture = createHash('sha256')
    for (const time of [0, 3.5, 9.2, 17.3, 31]) {
      painter.paint(time)
      picture.update(painter.canvas.data)
    }
    expect(picture.digest('hex').slice(0, 12)).toBe('2a3f217c5c79')
  })
})

describe('a wide world', () => {
  it('is determined by its seed', () => {
    expect(drawWorld('wide', 3)).toEqual(drawWorld('wide', 3))
    for (const factor of factors) expect(drawWorld('wide', 3)[factor]).not.toEqual(plainWorld[factor])
    const ride = () => rideTimeline({ seed: 3, kind: 'ride', durationSeconds: 30, world: 'wide' })
    expect(ride().truth).toEqual(ride().truth)
    expect(ride().truth).not.toEqual(rideTimeline({ seed: 3, kind: 'ride', durationSeconds: 30 }).truth)
  })

  it.each(factors)('keeps all other factors unchanged when %s stays plain', factor => {
    const [free, fixed] = [drawWorld('wide', 8), drawWorld('wide', 8, factor)]
    expect(fixed).toEqual({ ...free, [factor]: plainWorld[factor] })
  })

  it('has the same ride when a camera factor stays plain', () => {
    const options = { seed: 8, kind: 'edited', durationSeconds: 60, world: 'wide' } as const
    const free = rideTimeline(options).truth
    for (const fixed of ['light', 'lens', 'inertial', 'gps', 'engine'] as const)
      expect(rideTimeline({ ...options, fixed }).truth.events).toEqual(free.events)
  })

  it.each(rideKinds)('keeps the rules of the ground truth in a ride of kind %s', kind => {
    for (const seed of [31, 32, 33, 34]) {
      const { events } = rideTimeline({ seed, kind, durationSeconds: 140, world: 'wide' }).truth
      if (kind === 'lot' || kind === 'cruise') expect(events).toEqual([])
      for (const event of events) {
        expect(event.start).toBeGreaterThanOrEqual(0)
        expect(event.end).toBeLessThanOrEqual(140)
        expect(event.end - event.start).toBeLessThanOrEqual(cutLength.max + 1e-9)
        expect(event.end - event.start).toBeGreaterThanOrEqual(cutLength.min - 1e-9)
        expect(event.core).toBeGreaterThanOrEqual(event.start)
        expect(event.core).toBeLessThanOrEqual(event.end)
        expect(event.intensity).toBeGreaterThanOrEqual(intensityFloor)
      }
    }
  })

  it('has fast runs that last as long as the speed does', () => {
    for (const seed of [31, 32, 33, 34, 35, 36]) {
      const { truth, plan, motions } = rideTimeline({
        seed,
        kind: 'ride',
        durationSeconds: 140,
        world: 'wide',
      })
      for (const event of truth.events.filter(each => each.type === 'speed')) {
        const shown = plan.shots.findLastIndex(shot => event.core >= shot.start)
        const motion = motions[shown]!
        const speedAt = (time: number) => motion.speed[Math.round((time - motion.start) * motionHz)]! * 3.6
        expect(speedAt(event.core)).toBeCloseTo(event.value, 5)
        // The margin of 0.4 s lies outside the run.
        for (let time = event.start + 0.41; time < event.end - 0.41; time += 0.1)
          expect(speedAt(time)).toBeGreaterThan(0.81 * event.value)
      }
    }
  })
})

/** Power of a column's row-to-row changes relative to its own power: higher when it moves faster. */
function haste(motion: Motion, column: 'shakePitch'): number {
  const values = motion[column]
  let [power, change] = [0, 0]
  for (let row = 1; row < values.length; row++) {
    power += values[row]! ** 2
    change += (values[row]! - values[row - 1]!) ** 2
  }
  return Math.sqrt(change / power)
}

describe('each factor changes what it should', () => {
  it('mount: the pace and size of the shake, and turns of the head', () => {
    const { mount } = plainWorld
    const slow = inWorld({ mount: { ...mount, pace: 0.4 } }).motions[0]!
    const plain = plainRide.motions[0]!
    expect(haste(slow, 'shakePitch')).toBeLessThan(0.6 * haste(plain, 'shakePitch'))
    const power = (motion: Motion) => motion.shakePitch.reduce((sum, value) => sum + value * value, 0)
    expect(power(inWorld({ mount: { ...mount, shake: 2 } }).motions[0]!)).toBeGreaterThan(2 * power(plain))
    const helmet = inWorld({ mount: { ...mount, swing: 0.2 } }).motions[0]!
    const turned = (motion: Motion) => motion.look.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    expect(turned(helmet)).toBeGreaterThan(turned(plain) + 0.1)
    expect(helmet.heading).toEqual(plain.heading)
  })

  it('engine: pitch and loudness', () => {
    const crossings = (ride: Ride) => {
      const lot = [...rideSound(ride)].slice(0, 6).flatMap(block => [...block])
      // Below 400 Hz: the firing strokes.
      let [low, count, before] = [0, 0, 0]
      for (const value of lot) {
        low += 0.02 * (value - low)
        if (before < 0 && low >= 0) count++
        before = low
      }
      return count
    }
    const tone = { ...plainWorld.engine, harmonics: 1 }
    const quiet = { wind: { ...plainWorld.wind, gain: 0 }, mount: { ...plainWorld.mount, heard: 0 } }
    const single = crossings(inWorld({ ...quiet, engine: tone }))
    expect(crossings(inWorld({ ...quiet, engine: { ...tone, pitch: 2 } })) / single).toBeGreaterThan(1.6)
  })

  it('wind: grows with the square of the speed', () => {
    const silent = { engine: { ...plainWorld.engine, loudness: 0 }, mount: { ...plainWorld.mount, heard: 0 } }
    const loud = (gain: number) => {
      const wind = { ...plainWorld.wind, gain, power: 2 }
      const block = [...rideSound(inWorld({ ...silent, wind }))][5]!
      return Math.sqrt(block.reduce((sum, value) => sum + value * value, 0) / block.length)
    }
    expect(loud(0.2) / loud(0.1)).toBeCloseTo(2, 0)
  })

  it('microphone: turns loud sound down, soft sound up, and clips', () => {
    const { microphone } = plainWorld
    const control = { level: 0.15, down: 0.02, up: 0.5, most: 8 }
    const level = (size: number) => {
      const record = recorder({ ...microphone, control }, soundRate)
      let sum = 0
      for (let at = 0; at < 4 * soundRate; at++) {
        const heard = record(size * Math.sin(at / 10))
        if (at > 3 * soundRate) sum += heard * heard
      }
      return Math.sqrt(sum / soundRate)
    }
    expect(level(0.4) / level(0.05)).toBeLessThan(2)
    const hard = recorder({ ...microphone, clip: 0.5 }, soundRate)
    expect([hard(3), hard(-3)]).toEqual([0.5, -0.5])
  })

  it('light and lens: the picture', () => {
    const mean = (changes: Partial<World>, channel: number) => {
      const painter = makePainter(inWorld(changes), 96, 54)
      painter.paint(5)
      return painter.canvas.data.filter((_, at) => at % 3 === channel).reduce((sum, value) => sum + value, 0)
    }
    const { light } = plainWorld
    expect(mean({ light: { ...light, brightness: 0.7 } }, 1)).toBeLessThan(0.85 * mean({}, 1))
    expect(mean({ light: { ...light, red: 1.2 } }, 0)).toBeGreaterThan(1.1 * mean({}, 0))
    expect(mean({ lens: { halfWidth: 1.8, bend: 1 } }, 1)).not.toBe(mean({}, 1))
  })

  it('inertial sensors: rate, axes, offsets', () => {
    const { inertial } = drawWorld('wide', 3)
    const rows = inertialRows(inWorld({ inertial: { ...inertial!, accelerometerHz: 100, gyroscopeHz: 400 } }))
    expect(rows.acceleration.times.length).toBe(3000)
    expect(rows.turning.times.length).toBe(12_000)
    const flipped = turnedBy({ turned: [0, 0, 0], upsideDown: true })
    expect(flipped([1, 2, 3])).toEqual([-1, 2, -3])
    const turn = turnedBy({ turned: [0.4, -0.2, 0.3], upsideDown: false })
    expect(Math.hypot(...turn([1, 2, 3]))).toBeCloseTo(Math.hypot(1, 2, 3))
  })

  it("the accelerometer and the camera's gravity vector agree", () => {
    const { inertial } = drawWorld('wide', 3)
    const set = {
      ...inertial!,
      turned: [0.4, -0.2, 0.3] as const,
      upsideDown: true,
      accelerometerHz: 200,
      accelerometerBias: [0, 0, 0] as const,
    }
    const lot = rideTimeline({ seed: 9, kind: 'lot', durationSeconds: 20 })
    const ride = inWorld(
      { inertial: set },
      { ...lot, plan: { ...lot.plan, mountCutoff: 0, vibration: 0.01 } },
    )
    const { acceleration } = inertialRows(ride)
    const down = gravityRows(ride)
    const mean = (values: Float64Array, axis: number) =>
      values.filter((_, at) => at % 3 === axis).reduce((sum, value) => sum + value, 0) / (values.length / 3)
    const [up, forward, left] = [0, 1, 2].map(axis => mean(acceleration.values, axis) / 9.80665)
    expect(mean(down.values, 0)).toBeCloseTo(-left!, 1)
    expect(mean(down.values, 1)).toBeCloseTo(up!, 1)
    expect(mean(down.values, 2)).toBeCloseTo(-forward!, 1)
  })

  it('GPS: rate, lag and dropouts', () => {
    const { gps } = plainWorld
    expect(gpsRows(inWorld({ gps: { ...gps, hz: 1 } })).times.length).toBe(30)
    const speeds = (ride: Ride) => gpsRows(ride).values.filter((_, at) => at % 5 === 3)
    const sharp = { ...gps, hz: 10, speedNoise: 0 }
    const now = speeds(inWorld({ gps: sharp }))
    const late = speeds(inWorld({ gps: { ...sharp, lagSeconds: 0.5 } }))
    for (let at = 10; at < 200; at++) expect(late[at]).toBeCloseTo(now[at - 5]!, 6)
    const lost = speeds(inWorld({ gps: { ...sharp, speedNoise: 0.1, dropouts: 10, dropoutSeconds: [3, 4] } }))
    const repeated = lost.filter((value, at) => at > 0 && value === lost[at - 1]).length
    expect(repeated).toBeGreaterThan(25)
  })
})

describe('a film of a wide world', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tc-wide-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('has the frame rate, sensor rates and axes drawn for it', async () => {
    // A world with rotated axes and a receiver.
    const seed = [...Array(50).keys()].find(each => {
      const { inertial, gps } = drawWorld('wide', each)
      return inertial!.axes !== null && !inertial!.upsideDown && gps.hz! > 0 && gps.hz! < 18
    })!
    const { frameRate, inertial, gps } = drawWorld('wide', seed)
    const out = join(folder, 'wide.mp4')
    const size = { width: 160, height: 90, paintWidth: 96 }
    await renderRide({
      seed,
      kind: 'lot',
      durationSeconds: 4,
      ...size,
      telemetry: true,
      world: 'wide',
      out,
    })
    const command = ffprobeCommand({ file: out, demuxer: 'mov' }, ['-show_streams', '-of', 'json'])
    const { streams } = JSON.parse(await readMedia(command, { timeoutMs: 20_000 }))
    const [over, under] = streams[0].avg_frame_rate.split('/').map(Number)
    expect(over / under).toBeCloseTo(frameRate!, 3)
    const telemetry = await readTelemetry(out)
    const accelerometer = telemetry!.series.get('ACCL')!
    expect(accelerometer.times.length / 4).toBeCloseTo(inertial!.accelerometerHz, -1)
    expect((telemetry!.series.get('GPS5')?.times.length ?? 0) / 4).toBeCloseTo(gps.hz!, 0)
    // A parked camera measures about 1 g upward, whatever axes its sensor has.
    const up = [...accelerometer.values].filter((_, at) => at % 3 === 0)
    expect(up.reduce((sum, value) => sum + value, 0) / up.length).toBeGreaterThan(7)
  }, 60_000)
})
