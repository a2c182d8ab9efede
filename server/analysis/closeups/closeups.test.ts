import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCuts } from '../cuts/index.ts'
import { readSignals } from '../signals/index.ts'
import type { AnalysisInput } from '../types.ts'
import { alignedShare } from './alignment.ts'
import { observe } from './observe.ts'
import type { Plane } from './patches.ts'
import { fixedIn, followedShare, type IsFixed, keptShare } from './tracks.ts'

const width = 160
const height = 90
const run = promisify(execFile)

/** A texture that repeats nowhere: random values 0 to 1 on a grid of whole numbers, straight between them. */
function texture(x: number, y: number, seed: number): number {
  const value = (column: number, row: number) => {
    let mixed = Math.imul(seed + 0x9e3779b9, 0x85ebca6b)
    for (const part of [column, row]) {
      mixed = Math.imul(mixed ^ (mixed >>> 15) ^ part, 0x2c1b3c6d)
      mixed ^= mixed >>> 12
    }
    return (Math.imul(mixed, 0x297a2d39) >>> 8) / 2 ** 24
  }
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - column, y - row]
  const top = value(column, row) * (1 - fx) + value(column + 1, row) * fx
  const bottom = value(column, row + 1) * (1 - fx) + value(column + 1, row + 1) * fx
  return top * (1 - fy) + bottom * fy
}

/** Where the camera looks: a place in its landscape, turned by an angle in radians. */
interface View {
  seed: number
  x?: number
  y?: number
  turn?: number
  /** what everything is brightened by */
  light?: number
}

const luma = ({ seed, x = 0, y = 0, turn = 0, light = 1 }: View, column: number, row: number): number => {
  const [dx, dy] = [column - width / 2, row - height / 2]
  const [px, py] = [
    x + Math.cos(turn) * dx - Math.sin(turn) * dy,
    y + Math.sin(turn) * dx + Math.cos(turn) * dy,
  ]
  const shade = 0.6 * texture(px / 3, py / 3, seed) + 0.4 * texture(px / 17, py / 17, seed + 50)
  return Math.min(235, Math.max(16, Math.round(20 + 190 * light * shade)))
}

function plane(paint: (column: number, row: number) => number): Plane {
  return {
    width,
    height,
    luma: Uint8Array.from({ length: width * height }, (_, i) => paint(i % width, Math.floor(i / width))),
  }
}

const see = (view: View): Plane => plane((column, row) => luma(view, column, row))
const nothingFixed: IsFixed = () => false

describe('the corners of a frame', () => {
  it('are in the next one while the camera pans and the light changes, and not across a cut', () => {
    const before = see({ seed: 1 })
    expect(keptShare(before, see({ seed: 1, x: 7, y: -3, light: 0.7 }), nothingFixed)).toBeGreaterThan(0.9)
    expect(keptShare(before, see({ seed: 2 }), nothingFixed)).toBeLessThan(0.35)
  })

  it('move as one where the camera was thrown round, and agree on nothing across a cut', () => {
    const before = see({ seed: 1 })
    const thrown = see({ seed: 1, x: 9, y: 8, turn: 0.2 })
    expect(keptShare(before, thrown, nothingFixed)).toBeLessThan(0.6)
    expect(alignedShare(before, thrown, nothingFixed)).toBeGreaterThan(0.35)
    expect(alignedShare(before, see({ seed: 2 }), nothingFixed)).toBeLessThan(0.2)
  })

  it('can be followed through a ride and back, and not through a dissolve', () => {
    const times = Array.from({ length: 24 }, (_, i) => i)
    const ride = times.map(i => see({ seed: 1, x: 2 * i, y: Math.sin(i), turn: i / 100 }))
    const dissolve = times.map(i => {
      const [from, to] = [see({ seed: 1, x: 2 * i }), see({ seed: 2, x: -i })]
      const share = i / 23
      return { ...from, luma: from.luma.map((value, k) => (1 - share) * value + share * to.luma[k]!) }
    })
    const bothWays = (frames: Plane[]) =>
      followedShare(frames, nothingFixed) + followedShare(frames.toReversed(), nothingFixed)
    expect(bothWays(ride)).toBeGreaterThan(1)
    expect(bothWays(dissolve)).toBeLessThan(0.5)
    const stills = times.map(i => {
      const [from, to] = [see({ seed: 1 }), see({ seed: 2 })]
      return { ...from, luma: from.luma.map((value, k) => (1 - i / 23) * value + (i / 23) * to.luma[k]!) }
    })
    expect(bothWays(stills)).toBeLessThan(0.5)
  })

  it('of the vehicle do not count: it is in every shot', () => {
    const cockpit = (view: View) =>
      plane((column, row) => (row > 30 ? luma({ seed: 9 }, column, row) : luma(view, column, row)))
    const isFixed = fixedIn([3, 4, 5, 6].map(seed => cockpit({ seed })))
    const [before, after] = [cockpit({ seed: 1 }), cockpit({ seed: 2 })]
    expect(keptShare(before, after, nothingFixed)).toBeGreaterThan(0.6)
    expect(keptShare(before, after, isFixed)).toBeLessThan(0.35)
  })

  it('tell nothing where there are none', () => {
    const flat = plane(() => 120)
    expect(keptShare(flat, flat, nothingFixed)).toBeNaN()
    expect(alignedShare(flat, flat, nothingFixed)).toBeNaN()
    expect(followedShare([flat, flat], nothingFixed)).toBeNaN()
  })
})

describe('a closer look at a film', () => {
  const fps = 30
  const seconds = 8
  const cutAt = 5.2
  let folder: string
  let input: AnalysisInput

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-closeups-'))
    const raw = path.join(folder, 'film.gray')
    // Every other second the head turns on within 0.08 s: eight frames a second see no match across that.
    const turned = (time: number) => 60 * (Math.floor(time / 2) + Math.min(1, (time % 2) / 0.08))
    const frames = Array.from({ length: seconds * fps }, (_, i) => {
      const time = i / fps
      const seed = time < cutAt ? 1 : 2
      return Buffer.from(see({ seed, x: 8 * time + turned(time + 0.03), y: 3 * Math.sin(2 * time) }).luma)
    })
    await writeFile(raw, Buffer.concat(frames))
    const film = path.join(folder, 'film.mp4')
    const picture = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', String(fps)]
    await run('ffmpeg', [
      ...['-v', 'error', ...picture, '-i', raw, '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-pix_fmt', 'yuv420p', film],
    ])
    input = {
      path: film,
      ...{ durationSeconds: seconds, width, height, fps, hasAudio: false, hasBFrames: false },
      ...{ codec: 'h264', sizeBytes: 1e6 },
    }
  })
  afterAll(async () => rm(folder, { recursive: true, force: true }))

  it('finds the cut to the frame, and none where the head turns', async () => {
    const signals = await observe(input, null, () => {})
    expect(signals.closeups.length).toBeGreaterThan(1)
    const cuts = findCuts(signals, null)
    expect(cuts.map(cut => cut.kind)).toEqual(['cut'])
    expect(Math.abs(cuts[0]!.time - cutAt)).toBeLessThan(1.5 / fps)
  })

  it('gives the same each time, and ends when it is aborted', async () => {
    const [one, other] = [await observe(input, null, () => {}), await observe(input, null, () => {})]
    expect(one.closeups).toEqual(other.closeups)
    const abort = new AbortController()
    const reason = new Error('enough')
    const looking = observe(
      input,
      null,
      (_, stage) => stage === 'Checking the cuts' && abort.abort(reason),
      abort.signal,
    )
    await expect(looking).rejects.toBe(reason)
  })

  it('is needed: the pass alone takes the turns for cuts or misses the cut', async () => {
    const pass = await readSignals(input, () => {})
    expect(findCuts(pass, null).map(cut => Math.round(cut.time))).not.toEqual([Math.round(cutAt)])
  })
})
