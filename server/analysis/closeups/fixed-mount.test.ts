import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import { findCuts } from '../cuts/index.ts'
import { measureSignals } from '../observe.ts'
import type { Cut } from '../types.ts'
import { height, luma, width } from './landscape.ts'

const run = promisify(execFile)
const fps = 30
const seconds = 5
const cutAt = 2.4

/** Luma, U and V. */
type Color = readonly [number, number, number]

/** Scenery that a road leads through: its colors, and how rough the ground is. */
interface Country {
  seed: number
  sky: Color
  ground: Color
  road: Color
  rough: number
}

const sky: Color = [190, 134, 122]
const lot: Country = { seed: 1, sky, ground: [112, 128, 128], road: [96, 128, 128], rough: 0.3 }
const desert: Country = { seed: 2, sky, ground: [138, 106, 148], road: [150, 112, 142], rough: 0.45 }
const forest: Country = { seed: 3, sky, ground: [72, 116, 118], road: [104, 120, 134], rough: 0.6 }
const view: Country = { seed: 4, sky, ground: [104, 146, 112], road: [104, 120, 134], rough: 0.3 }

/** What the camera does to a picture: gain, gains of U and V, and haze, 0 to 1. */
interface Development {
  gain: number
  blue: number
  red: number
  haze: number
}
const plain: Development = { gain: 1, blue: 1, red: 1, haze: 0 }

const horizon = 36
/** Pixels by which the ground passes in a second. */
const speed = 50

const grounds = new Map<number, Uint8Array>()
/** A texture as wide as the picture and long enough for the whole film. */
function groundOf(seed: number): Uint8Array {
  const known = grounds.get(seed)
  if (known) return known
  const rows = height + speed * seconds
  const made = Uint8Array.from({ length: width * rows }, (_, i) =>
    luma({ seed }, i % width, Math.floor(i / width)),
  )
  grounds.set(seed, made)
  return made
}

/** The same handlebar and dashboard in every shot, below a horizon that stays where it is beside a road. */
function colorAt(country: Country, time: number, jolt: number, x: number, y: number): Color {
  const shaken = Math.round(Math.sin(40 * time))
  const isBar = Math.abs(y - shaken - 74 + 0.004 * (x - 80) ** 2) < 5 && Math.abs(x - 80) < 70
  if (isBar || y > 82) return [0.6 * groundOf(9)[(y - shaken) * width + x]!, 127, 129]
  const row = y + jolt
  // Posts along the horizon, which all of these countries have in the same places.
  const isPost = Math.abs(row - horizon + 3) < 6 + ((7 * Math.floor(x / 9)) % 9) && x % 9 < 4
  if (isPost) return [50, 128, 128]
  if (row < horizon) return country.sky
  const depth = (row - horizon) / (height - horizon)
  const aside = Math.abs(x - 80) - (4 + 50 * depth)
  if (Math.abs(aside) < 2) return [225, 128, 128]
  const [level, u, v] = aside < 0 ? country.road : country.ground
  const passed = Math.round(speed * (seconds - time))
  const texture = groundOf(country.seed)[(row + passed) * width + x]! - 110
  return [level + country.rough * texture, u, v]
}

interface Scene {
  country: (time: number) => Country
  development?: (time: number) => Development
  /** pixels by which the scenery, not the vehicle, is higher */
  jolt?: (time: number) => number
}

function frame({ country, development = () => plain, jolt = () => 0 }: Scene, time: number): Buffer {
  const bytes = Buffer.alloc((width * height * 3) / 2)
  const { gain, blue, red, haze } = development(time)
  const clamped = (value: number) => Math.min(235, Math.max(16, Math.round(value)))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [level, u, v] = colorAt(country(time), time, jolt(time), x, y)
      bytes[y * width + x] = clamped(16 + (1 - haze) * gain * (level - 16) + haze * 150)
      if (x % 2 || y % 2) continue
      const chroma = (y / 2) * (width / 2) + x / 2
      const kept = (1 - haze) * gain
      bytes[width * height + chroma] = clamped(128 + kept * (u - 128 + (blue - 1) * level))
      bytes[(width * height * 5) / 4 + chroma] = clamped(128 + kept * (v - 128 + (red - 1) * level))
    }
  return bytes
}

describe('a camera on the vehicle', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-mount-'))
  })
  afterAll(async () => rm(folder, { recursive: true, force: true }))

  async function cutsIn(scene: Scene): Promise<Cut[]> {
    const [raw, film] = ['film.yuv', 'film.mp4'].map(name => path.join(folder, name)) as [string, string]
    const frames = Array.from({ length: seconds * fps }, (_, i) => frame(scene, i / fps))
    await writeFile(raw, Buffer.concat(frames))
    const picture = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(fps)]
    await run('ffmpeg', [
      ...[
        '-v',
        'error',
        '-y',
        ...picture,
        '-i',
        raw,
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-crf',
        '18',
      ],
      film,
    ])
    const input = {
      path: film,
      ...{ durationSeconds: seconds, width, height, fps, streams: streamsWeWrote(false), hasBFrames: false },
      ...{ codec: 'h264', sizeBytes: 1e6 },
    }
    const signals = await measureSignals(input, null, () => {})
    return findCuts(signals, null)
  }
  const follow = (before: Country, after: Country) => ({
    country: (time: number) => (time < cutAt ? before : after),
  })

  it.each([
    ['a gray lot and a desert', lot, desert],
    ['a forest and a desert', forest, desert],
    ['a view and a ride', view, forest],
  ])(
    'finds the cut between %s, although vehicle, horizon and road stay where they are',
    async (_, one, other) => {
      const cuts = await cutsIn(follow(one, other))
      expect(cuts.map(({ kind }) => kind)).toEqual(['cut'])
      expect(Math.abs(cuts[0]!.time - cutAt)).toBeLessThan(1.5 / fps)
    },
  )

  it('finds no cut where exposure, white balance and haze change at once', async () => {
    const changed: Development = { gain: 0.75, blue: 0.94, red: 1.05, haze: 0.12 }
    const development = (time: number) => (time < cutAt ? plain : changed)
    expect(await cutsIn({ country: () => forest, development })).toEqual([])
  })

  it('finds no cut where a jolt moves the scenery', async () => {
    const jolt = (time: number) => (time < cutAt || time > cutAt + 0.3 ? 0 : 9)
    expect(await cutsIn({ country: () => forest, jolt })).toEqual([])
  })
})
