import { expect, test } from 'vitest'
import { chapterOf } from '#contract/chapters/names.ts'
import { around, choose, stepStart, stretchFile, stretchName } from './stretch-rules.ts'

/** A film of 100 s with a key frame every 2 s, where a second takes 10 bytes. */
const film = {
  seconds: 100,
  keyFrames: Float64Array.from({ length: 50 }, (_, i) => i * 2),
  cut: (start: number, end: number) => {
    const from = Math.floor(start / 2) * 2
    return { start: from, end, size: (end - from) * 10, parts: [] }
  },
  latestEnd: (start: number, end: number, bytes: number) =>
    bytes < 1 ? null : Math.min(end, Math.floor(start / 2) * 2 + bytes / 10),
}

test('a stretch is at least a second long and within the film', () => {
  expect(choose(film, { start: 30, end: 30.2 }, 1000)!.stretch).toMatchObject({ start: 30, end: 31 })
  expect(choose(film, { start: -5, end: 4 }, 1000)!.stretch).toMatchObject({ start: 0, end: 4 })
  expect(choose(film, { start: 99.9, end: 120 }, 1000)!.stretch).toMatchObject({ start: 98, end: 100 })
})

test('a stretch that is larger than allowed ends earlier, and says so', () => {
  expect(choose(film, { start: 10, end: 70 }, 300)).toMatchObject({ stretch: { end: 40 }, limited: true })
  expect(choose(film, { start: 10, end: 40 }, 300)).toMatchObject({ stretch: { end: 40 }, limited: false })
  expect(choose(film, { start: 10, end: 40 }, 0)).toBeNull()
})

test('a suggested moment lies inside its stretch, also at the ends of the film', () => {
  expect([around(film, 50), around(film, 3), around(film, 99)].map(({ start, end }) => [start, end])).toEqual(
    [
      [40, 60],
      [0, 20],
      [80, 100],
    ],
  )
})

test('a small step of the start reaches the next key frame', () => {
  const step = (by: number) => stepStart({ start: 10, end: 20 }, by, film.keyFrames).start
  expect([step(0.1), step(1), step(5)]).toEqual([12, 12, 14])
  expect(film.cut(step(-0.1), 20).start).toBe(8)
  expect(stepStart({ start: 18, end: 20 }, 1, film.keyFrames).start).toBe(18)
})

test('the name says which stretch it is, and is not that of a chapter', () => {
  const name = stretchName('GX010042.MP4', { start: 65.4, end: 95 })
  expect(name).toBe('GX010042 1-05 - 1-35.MP4')
  expect(chapterOf(name)).toBeNull()
  expect(stretchName('ride', { start: 0, end: 2 })).toBe('ride 0-00 - 0-02')
})

test('a stretch becomes a file of a new index and slices', async () => {
  const whole = new File(['0123456789'], 'ride.mp4', { type: 'video/mp4', lastModified: 7 })
  const parts = [new TextEncoder().encode('new'), { start: 2, end: 5 }, { start: 8, end: 9 }]
  const file = stretchFile(whole, { start: 0, end: 2, size: 7, parts })
  expect(await file.text()).toBe('new2348')
  expect([file.type, file.lastModified, file.size]).toEqual(['video/mp4', 7, 7])
})
