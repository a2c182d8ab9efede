import { expect, test } from 'vitest'
import { captionText } from './caption.ts'
import { measureTiktok } from './tiktok.ts'
import { measureYoutube, youtubeTagCharacters } from './youtube.ts'

const youtube = (change: object) => measureYoutube({ title: 'A ride', description: '', tags: [], ...change })
const problems = (measures: { field: string; problem: string | null }[]) =>
  measures.filter(m => m.problem).map(m => m.field)

test('YouTube counts characters in titles, bytes in descriptions, and quotes around tags with spaces', () => {
  expect(problems(youtube({ title: '🏍'.repeat(100) }))).toEqual([])
  expect(problems(youtube({ title: '🏍'.repeat(101) }))).toEqual(['youtube.title'])
  expect(problems(youtube({ title: 'a < b' }))).toEqual(['youtube.title'])
  expect(problems(youtube({ title: ' ' }))).toEqual(['youtube.title'])
  expect(problems(youtube({ description: 'é'.repeat(2500) }))).toEqual([])
  expect(problems(youtube({ description: 'é'.repeat(2501) }))).toEqual(['youtube.description'])
  expect(youtubeTagCharacters(['utv', 'black creek'])).toBe(3 + 13 + 1)
  expect(problems(youtube({ tags: ['a'.repeat(250), 'b'.repeat(249)] }))).toEqual([])
  expect(problems(youtube({ tags: ['a'.repeat(250), 'b'.repeat(250)] }))).toEqual(['youtube.tags'])
})

test('TikTok counts UTF-16 units of all its texts together', () => {
  expect(captionText({ title: 'A', description: '', hashtags: ['utv', '#mud'] })).toBe('A\n#utv #mud')
  const long = (length: number) => measureTiktok({ title: 'a'.repeat(length), description: '', tags: [] })
  expect(problems(long(2200))).toEqual([])
  expect(problems(long(2201))).toEqual(['tiktok.title'])
  expect(problems(measureTiktok({ title: 'A', description: '', tags: ['two words'] }))).toEqual([
    'tiktok.hashtags',
  ])
})
