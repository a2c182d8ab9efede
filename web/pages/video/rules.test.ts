import { describe, expect, test } from 'vitest'
import { coverAddress, startOf } from '#contract/paths.ts'
import { posterOf } from './rules.ts'

describe('where playback starts', () => {
  test('is the second given in the address', () => {
    expect([startOf('83', 194), startOf('83.5', 194), startOf('0', 194)]).toEqual([83, 83.5, 0])
  })
  test('is the beginning when the address has none, or one past the end', () => {
    for (const search of [null, '', '-3', '1e3', 'abc', '194', '9999999'])
      expect(startOf(search, 194)).toBe(0)
  })
  test('is used as given while the length is unknown', () => {
    expect(startOf('83', 0)).toBe(83)
  })
})

test('the poster is the cover, or the frame where playback starts', () => {
  const picture = { thumbnailUrl: coverAddress('abc', 360, '0123456789abcdef') }
  expect(posterOf(picture, 'abc', 0)).toBe(coverAddress('abc', 720, '0123456789abcdef'))
  expect(posterOf({ thumbnailUrl: null }, 'abc', 0)).toBe(coverAddress('abc', 720))
  expect(posterOf(picture, 'abc', 83.5)).toBe('/stream/abc/thumbnails/thumbnail.jpg?time=83s&height=720')
})
