import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Clip, clipAt, neighbor, placeBadges } from './clips.ts'

const clip = (start: number, end: number, score: number): Clip => ({
  start,
  end,
  score,
  clipType: 'action',
  description: `${start} to ${end}`,
})

describe('placeBadges', () => {
  test('every clip has a badge, inside the timeline, beside the others of its row', () => {
    const anyClip = fc
      .tuple(
        fc.double({ min: 0, max: 95, noNaN: true }),
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
      )
      .map(([start, length, score]) => clip(start, start + length, score))
    fc.assert(
      fc.property(
        fc.array(anyClip, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 60, max: 1200 }),
        (clips, width) => {
          const badges = placeBadges(clips, 100, width, 30)
          expect(badges.map(badge => badge.index).sort((a, b) => a - b)).toEqual(clips.map((_, i) => i))
          badges.forEach((badge, i) => {
            expect(badge.x).toBeGreaterThanOrEqual(15)
            expect(badge.x).toBeLessThanOrEqual(width - 15 + 1e-6)
            const next = badges[i + 1]
            if (next?.row === badge.row) expect(next.x - badge.x).toBeGreaterThanOrEqual(33 - 1e-6)
          })
        },
      ),
    )
  })

  test('badges that have room stay at the middle of their clips', () => {
    const badges = placeBadges([clip(10, 20, 0.6), clip(40, 50, 0.9)], 100, 300, 30)
    expect(badges.map(({ x, row }) => [x, row])).toEqual([
      [45, 0],
      [135, 0],
    ])
  })

  test('two clips close together keep both badges, moved apart evenly', () => {
    const badges = placeBadges([clip(50, 52, 0.6), clip(52, 54, 0.9)], 100, 300, 30)
    expect(badges.map(({ x }) => x)).toEqual([139.5, 172.5])
  })

  test('more badges than a phone is wide take a second row', () => {
    const clips = Array.from({ length: 12 }, (_, i) => clip(i * 8, i * 8 + 4, 0.5))
    expect(new Set(placeBadges(clips, 100, 320, 30).map(({ row }) => row))).toEqual(new Set([0, 1]))
  })

  test('nothing is placed before the timeline has a width', () => {
    expect(placeBadges([clip(1, 2, 0.5)], 10, 0, 30)).toEqual([])
  })
})

describe('clipAt', () => {
  const clips = [clip(10, 20, 0.6), clip(15, 25, 0.9)]
  test('names the best of two clips that share a moment', () => {
    expect(clipAt(clips, 12)).toBe(0)
    expect(clipAt(clips, 17)).toBe(1)
  })
  test('is -1 between clips', () => {
    expect(clipAt(clips, 30)).toBe(-1)
  })
})

describe('neighbor', () => {
  const clips = [clip(40, 45, 0.7), clip(10, 20, 0.6)]
  test('goes from clip to clip in the order of the ride', () => {
    expect(neighbor(clips, 0, 1)).toBe(10)
    expect(neighbor(clips, 10, 1)).toBe(40)
    expect(neighbor(clips, 40, 1)).toBe(null)
  })
  test('goes back past a clip that has just started', () => {
    expect(neighbor(clips, 40.1, -1)).toBe(10)
    expect(neighbor(clips, 43, -1)).toBe(40)
    expect(neighbor(clips, 5, -1)).toBe(null)
  })
})
