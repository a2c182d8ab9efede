import { expect, test } from 'vitest'
import { plainFileName, titleFromFileName, uploadExpiryMs } from './rules.ts'
import { sentences } from './sentences.ts'

test('keeps an unfinished upload for a week', () => {
  expect(uploadExpiryMs).toBe(604_800_000)
})

test('tells the rider what to do about an empty or oversized file', () => {
  expect(String(sentences.empty)).toBe('The file is empty. Choose the video file again.')
  expect(String(sentences.tooLarge({ megabytes: 500 }))).toBe(
    'The file is larger than 500 MB. Reduce its size and try again.',
  )
})

test.each([
  ['C:\\Rides\\Dune day.MP4', 'Dune day'],
  ['/sd/GOPR0001.mp4', 'GOPR0001'],
  ['.mp4', 'Untitled ride'],
  ['a'.repeat(300), 'a'.repeat(150)],
])('makes a title from the file name %s', (name, title) => {
  expect(titleFromFileName(name)).toBe(title)
})

test('shows a file name without folders and control characters', () => {
  expect(plainFileName('../../etc/\u0000ride\n.mp4')).toBe('ride.mp4')
  expect(plainFileName('folder/')).toBe('video')
})
