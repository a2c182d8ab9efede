import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { youtubeTagCharacters } from '#contract/platforms/youtube.ts'
import { type PlatformMetadata, platforms } from '#contract/publishing/publications.ts'
import { platformOf } from './registry.ts'
import { captionOf, fittedCaption } from './rules.ts'
import { traitsOf } from './testing.ts'
import { exactIds } from './tiktok/client.ts'
import { chunkAt, chunksOf } from './tiktok/rules.ts'
import { markerOf, tagsWithMarker, youtubeResource } from './youtube/rules.ts'

/** How many generated texts: some by default, METADATA_RUNS=10000 for the full proof. */
const numRuns = Number(process.env.METADATA_RUNS ?? 500)
const publicationId = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'

const odd = fc.constantFrom(
  '🏍️💨'.repeat(60),
  '👩‍👩‍👧‍👦'.repeat(20),
  'שלום עולם '.repeat(30),
  'مرحبا بالعالم '.repeat(400),
  '<b>mud</b>',
  'a < b > c',
  'é'.repeat(2600),
  'x'.repeat(5000),
  '\u202eevil\u202c',
  '\ud83d',
  '   ',
  '',
  '日本語'.repeat(900),
  '"quoted", tag',
)
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }),
    odd,
    fc.lorem(),
  )
const metadata: fc.Arbitrary<PlatformMetadata> = fc.record({
  title: text(160),
  description: text(6000),
  tags: fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.constantFrom('two words', '<tag>', '#mud', '泥'.repeat(60)),
    ),
    { maxLength: 60 },
  ),
})

describe.each(platforms)('texts for %s', platform => {
  const { problemsOf, fitted } = platformOf(platform)
  const { takes } = traitsOf[platform]
  test('obey its limits or are refused with a sentence', () => {
    let taken = 0
    fc.assert(
      fc.property(metadata, m => {
        const problems = problemsOf(m)
        for (const { field, sentence } of problems) {
          expect(field).toMatch(/^[a-z]+\.[a-z]+$/)
          expect(String(sentence)).toMatch(/^[A-Z].*\.$/)
        }
        if (problems.length === 0) {
          taken++
          expect(takes(m)).toBe(true)
        }
      }),
      { numRuns },
    )
    expect(taken).toBeGreaterThan(0)
  })
  test('are made to fit when not written for it', () => {
    fc.assert(
      fc.property(metadata, m => {
        const fit = fitted(m)
        expect(problemsOf(fit)).toEqual([])
        expect(takes(fit)).toBe(true)
      }),
      { numRuns },
    )
  })
})

test('texts are fitted to captions of any length', () => {
  fc.assert(
    fc.property(metadata, fc.integer({ min: 60, max: 3000 }), (m, textUnits) => {
      const fit = fittedCaption(m, textUnits)
      expect(fit.title.trim()).not.toBe('')
      expect(captionOf(fit).length).toBeLessThanOrEqual(textUnits)
      // A short title stays unchanged, however little room there is.
      expect(fittedCaption({ ...m, title: 'Mud day' }, textUnits).title).toBe('Mud day')
    }),
    { numRuns },
  )
})

test('the marker is always among the tags, and reveals nothing', () => {
  const tags = Array.from({ length: 100 }, (_, i) => `tag number ${i}`)
  const work = { publicationId, metadata: { title: 'x', description: '', tags }, publishAt: null }
  expect(youtubeResource(work).snippet.tags[0]).toBe(markerOf(publicationId))
  expect(markerOf(publicationId)).toMatch(/^tc[0-9a-f]{14}$/)
})

test("keeps the tags, including the marker, below YouTube's 500 characters", () => {
  const tags = Array.from({ length: 60 }, (_, index) => `mud bogging ${index}`)
  const kept = tagsWithMarker(tags, publicationId)
  expect(kept[0]).toBe(markerOf(publicationId))
  const characters = youtubeTagCharacters(kept)
  expect(characters).toBeLessThanOrEqual(500)
  // One more would be too many.
  expect(youtubeTagCharacters([...kept, tags[kept.length - 1] as string])).toBeGreaterThan(500)
})

test('privacy is always sent, and a publish time goes with private', () => {
  const base = { title: 'x', description: '', tags: [] }
  const at = new Date('2026-12-01T18:00:00Z')
  const status = (privacy: string | undefined, publishAt: Date | null) =>
    youtubeResource({ publicationId, metadata: { ...base, ...(privacy ? { privacy } : {}) }, publishAt })
      .status
  expect(status(undefined, null)).toMatchObject({ privacyStatus: 'public', selfDeclaredMadeForKids: false })
  expect(status('unlisted', null).privacyStatus).toBe('unlisted')
  expect(status('public', at)).toMatchObject({ privacyStatus: 'private', publishAt: at.toISOString() })
  expect(status('private', at)).not.toHaveProperty('publishAt')
})

test('chunks for TikTok: 5 to 64 MB, the last up to 128 MB, at most 1000, every byte in exactly one', () => {
  const megabyte = 1024 * 1024
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 * 1024 * megabyte }), size => {
      const { chunkSize, count } = chunksOf(size)
      expect(count).toBe(Math.max(1, Math.floor(size / chunkSize)))
      expect(count).toBeLessThanOrEqual(1000)
      if (count > 1) expect(chunkSize).toBeGreaterThanOrEqual(5 * megabyte)
      expect(chunkSize).toBeLessThanOrEqual(64 * megabyte)
      let at = 0
      let chunks = 0
      while (at < size) {
        const last = chunkAt(at, size, { chunkSize, count })
        expect(last - at + 1).toBeLessThanOrEqual(128 * megabyte)
        at = last + 1
        chunks++
      }
      expect([at, chunks]).toEqual([size, count])
    }),
  )
})

test("TikTok's ids keep every digit", () => {
  const text =
    '{"data":{"publicaly_available_post_id":[7461234567890123456, 7461234567890123457],"uploaded_bytes":12}}'
  expect(JSON.parse(exactIds(text))).toEqual({
    data: { publicaly_available_post_id: ['7461234567890123456', '7461234567890123457'], uploaded_bytes: 12 },
  })
})
