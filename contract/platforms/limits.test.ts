import { expect, test } from 'vitest'
import { captionText } from './caption.ts'
import type { Measure } from './limits.ts'
import { measureTiktok, tiktokLimits } from './tiktok.ts'
import { measureYoutube, youtubeTagCharacters } from './youtube.ts'

const youtube = (change: object) => measureYoutube({ title: 'A ride', description: '', tags: [], ...change })
/** The problems by their fields. */
const problems = (measures: Measure[]) =>
  Object.fromEntries(measures.filter(m => m.problem).map(m => [m.field, m.problem]))
const tooLong = (part: string, over: number, unit = 'character') => ({ code: 'tooLong', part, over, unit })

test('YouTube counts characters in titles, bytes in descriptions, and quotes around tags with spaces', () => {
  expect(problems(youtube({ title: '🏍'.repeat(100) }))).toEqual({})
  expect(problems(youtube({ title: '🏍'.repeat(101) }))).toEqual({ 'youtube.title': tooLong('title', 1) })
  expect(problems(youtube({ title: ' ' }))).toEqual({ 'youtube.title': { code: 'titleMissing' } })
  expect(problems(youtube({ description: 'é'.repeat(2500) }))).toEqual({})
  expect(problems(youtube({ description: 'é'.repeat(2501) }))).toEqual({
    'youtube.description': tooLong('description', 2, 'byte'),
  })
  expect(youtubeTagCharacters(['utv', 'black creek'])).toBe(3 + 13 + 1)
  const long = ['a', 'b', 'c', 'd'].map(letter => letter.repeat(99))
  expect(problems(youtube({ tags: [...long, 'e'.repeat(100)] }))).toEqual({})
  expect(problems(youtube({ tags: [...long, 'e'.repeat(99), 'f'] }))).toEqual({
    'youtube.tags': tooLong('tags', 1),
  })
  expect(problems(youtube({ tags: ['a'.repeat(101)] }))).toEqual({ 'youtube.tags': tooLong('tag', 1) })
  expect(problems(youtube({ title: 'a < b', description: '>', tags: ['<b>'] }))).toEqual({
    'youtube.title': { code: 'brackets', part: 'title' },
    'youtube.description': { code: 'brackets', part: 'description' },
    'youtube.tags': { code: 'brackets', part: 'tag' },
  })
})

test('TikTok counts UTF-16 units of all its texts together', () => {
  expect(captionText({ title: 'A', description: '', hashtags: ['utv', '#mud'] })).toBe('A\n#utv #mud')
  const long = (length: number) => measureTiktok({ title: 'a'.repeat(length), description: '', tags: [] })
  expect(problems(long(2200))).toEqual({})
  expect(problems(long(2201))).toEqual({ 'tiktok.title': tooLong('together', 1) })
  const tagged = (tags: string[]) => problems(measureTiktok({ title: 'A', description: '', tags }))
  expect(tagged(['two words'])).toEqual({ 'tiktok.hashtags': { code: 'hashtagSpace' } })
  expect(tagged(Array.from({ length: tiktokLimits.hashtags + 1 }, () => 'a'))).toEqual({
    'tiktok.hashtags': { code: 'tooManyHashtags', most: tiktokLimits.hashtags },
  })
})
