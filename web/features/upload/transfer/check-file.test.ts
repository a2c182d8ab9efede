import { describe, expect, test } from 'vitest'
import { maxUploadBytes } from '#contract/constants.ts'
import { refusalOf } from './check-file.ts'

const file = (name: string, type: string, size = 1000) => ({ name, type, size })

describe('refusalOf', () => {
  test('accepts videos', () => {
    expect(refusalOf(file('ride.mp4', 'video/mp4'))).toBe(null)
    expect(refusalOf(file('ride.mkv', 'video/x-matroska'))).toBe(null)
  })
  test('uses the extension only if the browser knows no type', () => {
    for (const name of ['RIDE.FLV', '00012.MTS', '00012.m2ts', 'old.3gp'])
      expect(refusalOf(file(name, ''))).toBe(null)
    expect(refusalOf(file('notes.txt', ''))?.title).toBe('Invalid File Type')
    expect(refusalOf(file('picture.mp4', 'image/png'))?.title).toBe('Invalid File Type')
  })
  test('the limit itself is allowed, one byte more is not', () => {
    expect(refusalOf(file('a.mp4', 'video/mp4', maxUploadBytes))).toBe(null)
    expect(refusalOf(file('a.mp4', 'video/mp4', maxUploadBytes + 1))).toMatchObject({
      title: 'File Too Large',
      description: 'Please upload a video file smaller than 500MB. Current file size: 501MB',
    })
  })
})
