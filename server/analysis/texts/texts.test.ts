import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { clock } from '#contract/clock.ts'
import { evidenceTypes } from '#contract/evidence.ts'
import { inWordsFor, standardWording } from '#server/core/sentences.ts'
import { unitOf } from '../products/anchors.ts'
import { highlightOf, sentenceOf } from '../sample-ride.ts'
import { sceneTypes } from '../scenes/types.ts'
import type { Evidence, Highlight, Scene } from '../types.ts'
import { isCameraName } from './camera-name.ts'
import { chaptersOf } from './chapters.ts'
import { textLimits, writeTexts } from './index.ts'
import { fitting, listed, shorten } from './words.ts'

const seconds = 600
const ride = { durationSeconds: seconds, ride: 'off-road ride' }

const highlightAt = (
  type: Evidence['type'],
  start: number,
  value: number,
  text: string,
  score = 0.7,
): Highlight => {
  const lead: Evidence = {
    type,
    source: type === 'scenic' || type === 'motion_burst' ? 'picture' : 'imu',
    ...{ start, end: start + 1, core: start + 1, value, unit: unitOf(type), strength: score },
    text: sentenceOf(text),
  }
  return highlightOf(lead, { score, strength: score, end: start + 4 })
}
const sceneOf = (sceneType: string, timestamp: number, end: number): Scene => ({
  timestamp,
  end,
  sceneType,
  description: '',
})

const anyHighlight = fc
  .record({
    type: fc.constantFrom(...evidenceTypes),
    start: fc.integer({ min: 0, max: seconds - 5 }),
    value: fc.double({ min: 0, max: 200, noNaN: true }),
    score: fc.double({ min: 0.45, max: 1, noNaN: true }),
  })
  .map(({ type, start, value, score }) =>
    highlightAt(type, start, value, `measured ${value.toFixed(1)}`, score),
  )
const anyScenes = fc
  .array(fc.tuple(fc.constantFrom(...sceneTypes), fc.integer({ min: 1, max: seconds - 1 })), {
    maxLength: 12,
  })
  .map(list => {
    const edges = [0, ...list.map(([, at]) => at).sort((a, b) => a - b), seconds]
    return [...list.map(([type]) => type), 'trail'].map((type, i) => sceneOf(type, edges[i]!, edges[i + 1]!))
  })
const write = (highlights: Highlight[], scenes = [sceneOf('trail', 0, seconds)], title?: string) =>
  writeTexts({ input: title === undefined ? {} : { title }, highlights, scenes, durationSeconds: seconds })

describe('texts', () => {
  it("keep all the platforms' limits", () => {
    fc.assert(
      fc.property(
        fc.array(anyHighlight, { maxLength: 40 }),
        anyScenes,
        fc.string({ maxLength: 300 }),
        (highlights, scenes, title) => {
          const texts = write(highlights, scenes, title)
          expect(texts.title.length).toBeGreaterThan(0)
          for (const line of [texts.title, texts.youtube.title, texts.tiktok.title]) {
            expect(line.length).toBeLessThanOrEqual(textLimits.title)
            expect(line).not.toMatch(/[<>\n]/)
          }
          expect(texts.tags.join(',').length).toBeLessThanOrEqual(textLimits.tags)
          expect(new Set(texts.tags).size).toBe(texts.tags.length)
          expect(texts.youtube.description.length).toBeLessThanOrEqual(textLimits.description)
          expect(texts.tiktok.description.length).toBeLessThanOrEqual(textLimits.caption)
          expect(texts.tiktok.hashtags.length).toBeGreaterThanOrEqual(3)
          expect(texts.tiktok.hashtags.length).toBeLessThanOrEqual(textLimits.hashtags)
          for (const tag of texts.tiktok.hashtags) expect(tag).toMatch(/^#[a-z]+$/)
        },
      ),
    )
  })

  it('have chapters that YouTube accepts, or none', () => {
    fc.assert(
      fc.property(fc.array(anyHighlight, { maxLength: 40 }), anyScenes, (highlights, scenes) => {
        const times = chaptersOf(scenes, inWordsFor(highlights, standardWording), ride).map(line =>
          line
            .split(' ')[0]!
            .split(':')
            .reduce((sum, part) => sum * 60 + Number(part), 0),
        )
        if (times.length === 0) return
        expect(times[0]).toBe(0)
        expect(times.length).toBeGreaterThanOrEqual(3)
        for (const [i, time] of times.entries())
          expect((times[i + 1] ?? seconds) - time).toBeGreaterThanOrEqual(10)
      }),
    )
  })

  it('start chapters with something worth watching, never with a parked vehicle', () => {
    const scenes = [sceneOf('parked', 0, 40), sceneOf('mud', 40, 300), sceneOf('parked', 300, seconds)]
    const jump = (start: number) => highlightAt('jump', start, 1.24, '1.2 s of airtime')
    const named = { ...ride, ride: 'Moab 2026' }
    expect(chaptersOf(scenes, inWordsFor([jump(100)], standardWording), named)).toEqual([
      '0:00 Moab 2026',
      '0:40 Mud',
      '1:40 Jump, 1.2 s of airtime',
    ])
    const [first] = chaptersOf(scenes, inWordsFor([jump(4), jump(100)], standardWording), named)
    expect(first).toBe('0:00 Jump, 1.2 s of airtime')
    const texts = write([jump(100), jump(200)], scenes, 'GX010042')
    expect(texts.youtube.description).toContain('0:00 Mud ride')
    expect(JSON.stringify(texts)).not.toMatch(/parked/i)
  })

  it('have a different title for each platform', () => {
    const jump = [highlightAt('jump', 61, 1.24, '1.2 s of airtime')]
    for (const texts of [
      write(jump),
      write(jump, undefined, 'Moab'),
      write([]),
      write([], undefined, 'Moab'),
    ])
      expect(texts.tiktok.title).not.toBe(texts.youtube.title)
    expect(write(jump, undefined, 'Moab').tiktok.title).toBe('1.2 s of airtime, Moab')
  })

  it('state nothing that was not measured', () => {
    const numbers = (text: string) => text.match(/\d+(\.\d+)?/g) ?? []
    const highlights = [
      highlightAt('jump', 61, 1.24, '1.2 s of airtime'),
      highlightAt('speed', 130, 87.6, '88 km/h'),
      highlightAt('jump', 200, 0.61, '0.6 s of airtime'),
    ]
    const texts = write(highlights)
    const known = new Set([
      '1.2',
      '88',
      '0.6',
      '2',
      '1',
      ...['10:00', '1:01', '2:10', '3:20'].flatMap(numbers),
      '0',
      '00',
    ])
    for (const text of [texts.title, texts.description, texts.youtube.description, texts.tiktok.description])
      for (const number of numbers(text)) expect(known).toContain(number)
    expect(texts.title).toContain('1.2 s of airtime')
    expect(texts.title).toContain('2 jumps')
    expect(JSON.stringify(texts)).not.toMatch(/flip|wheelie|crash|insane|epic/i)
  })

  it("put the rider's own title first, but not the camera's file name", () => {
    const jump = [highlightAt('jump', 61, 1.24, '1.2 s of airtime')]
    expect(write(jump, undefined, 'Moab <2026>').title).toBe('Moab 2026: 1.2 s of airtime, 1 jump')
    expect(write(jump, undefined, 'GX010042').title).not.toContain('GX010042')
    expect(write(jump, undefined, 'IMG_2031').title).not.toContain('IMG')
  })

  it('say nothing twice', () => {
    const jump = [highlightAt('jump', 61, 1.24, '1.2 s of airtime')]
    const again = write(jump, undefined, 'Moab: 1.2 s of airtime, 1 jump')
    expect(again.title).toBe('Moab: 1.2 s of airtime, 1 jump')
    expect(again.tiktok.title).toBe('Moab: 1.2 s of airtime, 1 jump')
    expect(write(jump, undefined, 'Jump day').title).toBe('Jump day: 1.2 s of airtime')
    expect(write(jump, undefined, 'muddy').title).toBe('Muddy: 1.2 s of airtime, 1 jump')
  })

  it('differ between rides and are the same for the same ride', () => {
    const one = [highlightAt('jump', 61, 1.24, '1.2 s of airtime')]
    const other = [highlightAt('scenic', 61, 1.3, 'calm')]
    expect(write(one)).toEqual(write(one))
    expect(write(one).title).not.toBe(write(other).title)
    expect(write([], [sceneOf('snow', 0, seconds)]).title).toBe('Snow ride, 10:00')
  })
})

test.each([
  ...['GX010042', 'GX0042-joined', 'GOPR0001', 'IMG_2031 (1)', 'DJI_20261120101500_0001_D', 'MVI_0012 copy'],
  ...['C0001', 'P1000123', '20261120_101500', 'VID_20261120_101500', 'PXL_20261120_101500123', 'Untitled'],
  ...['8F14E45F-CEEA-467F-A9B1-0C6B1D3C2A11', 'ride-142-20s-1080p'],
])('%s is a camera or simulator name', name => {
  expect(isCameraName(name)).toBe(true)
})

test.each([
  'Moab 2026',
  '2026',
  'Ride of admin',
  'Ride 3',
  'Gulch',
  'Videos of May',
  'Climb 4000',
  'DJI test',
])("%s is a rider's own title", title => {
  expect(isCameraName(title)).toBe(false)
})

describe('words', () => {
  it('write times as video sites do', () => {
    expect([0, 59.9, 61, 3600, 3671].map(clock)).toEqual(['0:00', '0:59', '1:01', '1:00:00', '1:01:11'])
  })

  it('shorten between words, never beyond the limit', () => {
    expect(shorten('a ride over the hills', 14)).toBe('a ride over…')
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 40 }), (text, limit) => {
        expect(shorten(text, limit).length).toBeLessThanOrEqual(limit)
      }),
    )
  })

  it('list and fit', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a and b', 'a, b and c'])
    expect(fitting(['aa', 'bb', 'aa', 'cc'], 5)).toEqual(['aa', 'bb'])
  })
})
