import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Probe } from '#server/core/media/probe.ts'
import { anyProbe } from '#test/harness/probe.ts'
import { canRemux, ladderFor } from './rules.ts'

const probe = (video: Partial<Probe['video']>): Probe => ({
  ...anyProbe,
  video: { ...anyProbe.video, ...video },
})
const heights = (width: number, height: number) =>
  ladderFor(probe({ width, height })).map(r => `${r.width}x${r.height}`)

describe('ladderFor', () => {
  test('offers every rendition the source allows', () => {
    expect(heights(1920, 1080)).toEqual(['1920x1080', '1280x720', '854x480', '426x240'])
    expect(heights(3840, 2160)).toEqual(['1920x1080', '1280x720', '854x480', '426x240'])
    expect(heights(848, 480)).toEqual(['848x480', '424x240'])
  })
  test('measures upright video by its shorter side', () => {
    expect(heights(1080, 1920)).toEqual(['1080x1920', '720x1280', '480x854', '240x426'])
  })
  test('keeps a size between two standard heights as the top', () => {
    expect(heights(1600, 900)).toEqual(['1600x900', '1280x720', '854x480', '426x240'])
    expect(heights(176, 144)).toEqual(['176x144'])
  })
  test('never enlarges, never repeats a size, and is always even', () => {
    const side = fc.integer({ min: 2, max: 8000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const ladder = ladderFor(probe({ width, height }))
        expect(ladder.length).toBeGreaterThan(0)
        for (const r of ladder) {
          expect(r.width % 2).toBe(0)
          expect(r.height % 2).toBe(0)
          expect(r.width).toBeLessThanOrEqual(width + 1)
          expect(r.height).toBeLessThanOrEqual(height + 1)
        }
        expect(new Set(ladder.map(r => r.height * 10_000 + r.width)).size).toBe(ladder.length)
      }),
    )
  })
})

test('only what browsers play is repackaged unchanged', () => {
  expect(canRemux(probe({ pixelFormat: 'yuvj420p' }))).toBe(true)
  expect(canRemux(probe({ codec: 'hevc' }))).toBe(false)
  expect(canRemux(probe({ pixelFormat: 'yuv420p10le' }))).toBe(false)
  expect(canRemux(probe({ rotation: 90 }))).toBe(false)
  expect(canRemux(probe({ interlaced: true }))).toBe(false)
  expect(canRemux({ ...probe({}), demuxer: 'mpegts' })).toBe(false)
})
