import { describe, expect, it } from 'vitest'
import { sampleTelemetry } from '../sample-ride.ts'
import { createPictureMeter } from '../signals/picture.ts'
import type { Signals } from '../types.ts'
import { findCuts, shotAt, shotsOf, withinOneShot } from './index.ts'

const width = 160
const height = 90
const hz = 8

type Paint = (x: number, y: number, frame: number) => { y: number; u: number; v: number }

/** Random values on a grid, linearly interpolated: a texture that never repeats. */
function noise(x: number, y: number, seed: number): number {
  const value = (column: number, row: number) => {
    const mixed = Math.imul(column * 374761393 + row * 668265263 + seed * 2147483 + 1013904223, 1274126177)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - column, y - row]
  const top = value(column, row) * (1 - fx) + value(column + 1, row) * fx
  const bottom = value(column, row + 1) * (1 - fx) + value(column + 1, row + 1) * fx
  return top * (1 - fy) + bottom * fy
}

/** A passing landscape with its own texture and colors. */
const land =
  (seed: number, u: number, v: number, level = 110): Paint =>
  (x, y, frame) => {
    const along = x + frame * 1.5
    const rough = noise(along / 6, y / 6, seed) - 0.5
    const broad = noise(along / 30, y / 30, seed + 50) - 0.5
    return { y: level + 70 * rough + 90 * broad, u: u + 24 * broad, v: v - 20 * rough }
  }

/** A film of `seconds`, painted with the result of `paint` for each frame. */
function film(seconds: number, paint: (frame: number) => Paint): Signals {
  const meter = createPictureMeter(width, height, hz)
  const bytes = new Uint8Array((width * height * 3) / 2)
  const clamp = (value: number) => Math.min(235, Math.max(16, Math.round(value)))
  for (let frame = 0; frame < seconds * hz; frame++) {
    const at = paint(frame)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const pixel = at(x, y, frame)
        bytes[y * width + x] = clamp(pixel.y)
        if (x % 2 === 0 && y % 2 === 0) {
          const chroma = (y / 2) * (width / 2) + x / 2
          bytes[width * height + chroma] = clamp(pixel.u)
          bytes[(width * height * 5) / 4 + chroma] = clamp(pixel.v)
        }
      }
    meter.add(bytes)
  }
  const picture = meter.finish()
  return {
    durationSeconds: seconds,
    quality: 'full',
    pictureHz: hz,
    picture,
    sound: null,
    ego: null,
    closeups: [],
  }
}

const mix =
  (a: Paint, b: Paint, share: number): Paint =>
  (x, y, frame) => {
    const [p, q] = [a(x, y, frame), b(x, y, frame)]
    return { y: p.y + share * (q.y - p.y), u: p.u + share * (q.u - p.u), v: p.v + share * (q.v - p.v) }
  }
const black: Paint = () => ({ y: 16, u: 128, v: 128 })
const forest = land(1, 118, 120)
const desert = land(2, 108, 142, 150)

describe('cuts', () => {
  it('are found where one landscape follows another', () => {
    const cuts = findCuts(
      film(10, frame => (frame < 40 ? forest : desert)),
      null,
    )
    expect(cuts).toEqual([{ time: 5, start: 5, end: 5, kind: 'cut' }])
  })

  it('are found between two takes of the same color', () => {
    const other = land(7, 118, 120)
    expect(
      findCuts(
        film(10, frame => (frame < 40 ? forest : other)),
        null,
      ).map(cut => cut.time),
    ).toEqual([5])
  })

  it("don't occur within one take or a pan", () => {
    expect(
      findCuts(
        film(10, () => forest),
        null,
      ),
    ).toEqual([])
    const pan: Paint = (x, y, frame) => forest(x, y, frame * 4)
    expect(
      findCuts(
        film(10, () => pan),
        null,
      ),
    ).toEqual([])
  })

  it('are found between similar takes, but not where the camera is jolted', () => {
    // Fine ground texture passes below a distant view that stays, like hills; colors and the small picture
    // hardly change.
    const ground =
      (seed: number): Paint =>
      (x, y, frame) => ({
        y: 110 + 60 * (noise(x / 40, y / 40, 9) - 0.5) + 80 * (noise((x + frame * 2) / 9, y / 9, seed) - 0.5),
        u: 120,
        v: 122,
      })
    const [one, other] = [ground(1), ground(2)]
    const times = (paint: (frame: number) => Paint) => findCuts(film(10, paint), null).map(cut => cut.time)
    expect(times(frame => (frame < 40 ? one : other))).toEqual([5])
    // Further than the search range of blocks, then half of the way back.
    const thrown = (frame: number) => (frame < 40 ? 0 : frame === 40 ? 20 : 4)
    expect(times(() => (x, y, frame) => one(x + thrown(frame), y, frame))).toEqual([])
  })

  it('are not found at a passing flash or flare', () => {
    const white = (level: number) => mix(forest, () => ({ y: 235, u: 128, v: 128 }), level)
    const flare = (frame: number) => white(0.8 * Math.max(0, 1 - Math.abs(frame - 40) / 4))
    expect(findCuts(film(10, flare), null)).toEqual([])
    expect(
      findCuts(
        film(10, frame => (frame === 40 ? white(0.9) : forest)),
        null,
      ),
    ).toEqual([])
  })

  it('are found as fades through black', () => {
    const fade = (frame: number) =>
      frame < 40
        ? mix(forest, black, Math.max(0, (frame - 36) / 4))
        : mix(desert, black, Math.max(0, (44 - frame) / 4))
    const cuts = findCuts(film(10, fade), null)
    expect(cuts).toHaveLength(1)
    expect(cuts[0]!.kind).toBe('fade')
    expect(cuts[0]!.time).toBeCloseTo(5, 0)
  })

  it('are found as dissolves', () => {
    const share = (frame: number) => Math.min(1, Math.max(0, (frame - 36) / 8))
    const cuts = findCuts(
      film(10, frame => mix(forest, land(3, 112, 138, 135), share(frame))),
      null,
    )
    expect(cuts.map(({ kind }) => kind)).toEqual(['dissolve'])
    expect(Math.abs(cuts[0]!.time - 5)).toBeLessThan(0.4)
  })

  it('are not dissolves where fine contrast follows the light, as in shade', () => {
    const share = (frame: number) => Math.min(1, Math.max(0, (frame - 36) / 8))
    const signals = film(10, frame => mix(forest, land(3, 112, 138, 135), share(frame)))
    const { picture } = signals
    picture.luma = picture.sharpness.map(energy => 16 + 8 * Math.sqrt(energy))
    expect(findCuts(signals, null)).toEqual([])
  })

  it('are not dissolves where GPS shows that the ride continues', () => {
    const share = (frame: number) => Math.min(1, Math.max(0, (frame - 36) / 8))
    const signals = film(10, frame => mix(forest, land(3, 112, 138, 135), share(frame)))
    expect(findCuts(signals, sampleTelemetry({ seconds: 10, speed: 0 }))).toEqual([])
    const away = sampleTelemetry({ seconds: 10, speed: 0 })!
    const gps = away.series.get('GPS5')!
    gps.times.forEach((time, i) => {
      if (time > 6.4) gps.values[i * gps.axes] = 45.001
    })
    expect(findCuts(signals, away)).toEqual([])
    expect(findCuts(signals, away, 0.6)).toHaveLength(1)
  })
})

describe('cuts from keyframes', () => {
  /** Two frames a second of which every other one repeats, two seconds of ride apart. */
  const keyframes = (paint: (second: number) => Paint): Signals => ({
    ...film(10, frame => {
      const second = Math.floor(frame / 2)
      return (x, y) => paint(second)(x, y, second * 3)
    }),
    pictureHz: 2,
    quality: 'reduced',
  })

  it('are found between different shots, and nowhere else', () => {
    expect(
      findCuts(
        keyframes(second => (second < 20 ? forest : land(3, 104, 148, 190))),
        null,
      ).map(cut => cut.time),
    ).toEqual([20])
    expect(
      findCuts(
        keyframes(() => forest),
        null,
      ),
    ).toEqual([])
  })

  it('are not found where one keyframe is overexposed', () => {
    const white: Paint = () => ({ y: 220, u: 128, v: 128 })
    expect(
      findCuts(
        keyframes(second => (second === 20 ? mix(forest, white, 0.8) : forest)),
        null,
      ),
    ).toEqual([])
  })
})

describe('shots', () => {
  const cut = (time: number) => ({ time, start: time, end: time, kind: 'cut' as const })

  it('cover the video', () => {
    expect(shotsOf([cut(3), cut(7)], 10)).toEqual([
      { start: 0, end: 3 },
      { start: 3, end: 7 },
      { start: 7, end: 10 },
    ])
    expect(shotsOf([], 10)).toEqual([{ start: 0, end: 10 }])
  })

  it('include times and intervals', () => {
    const shots = shotsOf([cut(3)], 10)
    expect(shotAt(shots, 3)).toEqual({ start: 3, end: 10 })
    expect(shotAt(shots, 99)).toEqual({ start: 3, end: 10 })
    expect(withinOneShot(shots, 2, 4)).toBe(false)
    expect(withinOneShot(shots, 3, 4)).toBe(true)
  })
})
