import { expect, test } from 'vitest'
import { sentences } from '#sentences/videos.ts'
import { plainFileName, titleOfFile, uploadExpiryMs } from './rules.ts'

test('keeps an unfinished upload for a week', () => {
  expect(uploadExpiryMs).toBe(604_800_000)
})

test('tells the rider what to do about an empty or oversized file', () => {
  expect(String(sentences.empty)).toBe('The file is empty. Choose the video file again.')
  expect(String(sentences.tooLarge({ megabytes: 500 }))).toBe(
    'The file is larger than 500 MB. Reduce its size and try again.',
  )
})

test('a file without a name gets a title, too', () => {
  expect(['/sd/GOPR0001.mp4', '.mp4'].map(titleOfFile)).toEqual(['GOPR0001', 'Untitled ride'])
})

test('shows a file name without folders', () => {
  expect(plainFileName('../../etc/ride.mp4')).toBe('ride.mp4')
  expect(plainFileName('folder/')).toBe('video')
})
