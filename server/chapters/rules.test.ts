import { describe, expect, test } from 'vitest'
import { chapterOf, joinedName, mayHaveChapters } from '#contract/chapters/names.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { anyProbe } from '#test/harness/probe.ts'
import { type Chapter, chaptersAround, refusalOfJoin, refusalOfNames, titleOfJoined } from './rules.ts'

const probe = (change: Partial<Probe['video']> = {}, recordedAt: string | null = null): Probe => ({
  ...anyProbe,
  durationSeconds: 531,
  video: { ...anyProbe.video, codec: 'hevc', width: 3840, height: 2160, fps: 59.94, ...change },
  audio: { index: 1, codec: 'aac', channels: 2, sampleRate: 48_000 },
  recordedAt,
})

let made = 0
const chapter = (file_name: string, change: Partial<Chapter> = {}): Chapter => ({
  id: `video-${++made}`,
  file_name,
  status: 'draft',
  original_sha256: `hash-${made}`,
  file_size: 1000,
  probe: probe(),
  created_at: new Date(made),
  ...change,
})

const limit = 5000
const refusal = (...chapters: Chapter[]) => {
  const found = refusalOfJoin(chapters, limit)
  return found && String(found.sentence)
}

describe('names', () => {
  test('as cameras write them give the recording and the chapter', () => {
    expect(chapterOf('GX010123.MP4')).toEqual({ recording: 'GX0123', chapter: 1 })
    expect(chapterOf('gh120007.mp4')).toEqual({ recording: 'GH0007', chapter: 12 })
    expect(chapterOf('GOPR0123.MP4')).toEqual({ recording: 'GP0123', chapter: 1 })
    expect(chapterOf('GP010123.MP4')).toEqual({ recording: 'GP0123', chapter: 2 })
    const others = [
      'GX000123.MP4',
      'GX0123.MP4',
      'GX010123.LRV',
      'ride.mp4',
      'GX010123 (1).MP4',
      'GXAA0123.MP4',
    ]
    for (const name of others) expect(chapterOf(name), name).toBeNull()
  })

  test('of a joined video are none of a chapter', () => {
    for (const name of ['GX010123.MP4', 'GOPR0123.MP4']) {
      const joined = joinedName(chapterOf(name)?.recording ?? '')
      expect(chapterOf(joined)).toBeNull()
      expect(mayHaveChapters(joined)).toBe(true)
    }
    expect(mayHaveChapters('ride.mp4')).toBe(false)
  })

  test('must be of one recording, in order and without a gap, from any number on', () => {
    expect(refusalOfNames(['GX030123.MP4', 'GX040123.MP4'])).toBeNull()
    expect(refusalOfNames(['GOPR0123.MP4', 'GP010123.MP4', 'GP020123.MP4'])).toBeNull()
    const said = (...names: string[]) => String(refusalOfNames(names))
    expect(said('GX020123.MP4', 'GX010123.MP4')).toMatch(/in the order/)
    expect(said('GX010123.MP4', 'GX010123.MP4')).toMatch(/in the order/)
    expect(said('GX010123.MP4', 'GX030123.MP4')).toMatch(/^GX020123\.MP4 is missing/)
    expect(said('GOPR0123.MP4', 'GP020123.MP4')).toMatch(/^GP010123\.MP4 is missing/)
    expect(said('GX010123.MP4', 'GX020124.MP4')).toMatch(/aren't parts of one recording/)
    expect(said('GX010123.MP4', 'GH020123.MP4')).toMatch(/aren't parts of one recording/)
    expect(said('GX010123.MP4', 'ride.mp4')).toMatch(/aren't parts of one recording/)
  })
})

describe('the chapters around a video', () => {
  test('are those of its recording, in order, without failed ones', () => {
    const [second, first, other, failed] = [
      chapter('GX020123.MP4'),
      chapter('GX010123.MP4'),
      chapter('GX010124.MP4'),
      chapter('GX030123.MP4', { status: 'failed' }),
    ]
    const found = chaptersAround(second, [second, first, other, failed])
    expect(found).toEqual({ chapters: [first, second], twice: null })
    expect(chaptersAround(other, [second, first, other]).chapters).toEqual([other])
  })

  test('leave out a ride from another day with the same number', () => {
    const at = (day: number) => ({ probe: probe({}, `2026-05-0${day}T10:00:00.000Z`) })
    const today = [chapter('GX010123.MP4', at(2)), chapter('GX020123.MP4', at(2))] as const
    const before = chapter('GX020123.MP4', at(1))
    expect(chaptersAround(today[0], [before, ...today])).toEqual({ chapters: [...today], twice: null })
  })

  test('name the same file once, and ask about different files of one name', () => {
    const first = chapter('GX010123.MP4')
    const second = chapter('GX020123.MP4')
    const again = chapter('GX020123.MP4', { original_sha256: second.original_sha256 })
    expect(chaptersAround(first, [first, again, second])).toEqual({ chapters: [first, second], twice: null })
    const unlike = chapter('GX020123.MP4')
    expect(chaptersAround(first, [first, second, unlike]).twice).toBe(second)
  })
})

describe('joining', () => {
  const first = chapter('GX010123.MP4')
  const second = (change: Partial<Chapter>) => chapter('GX020123.MP4', change)
  const at = (time: string) => probe({}, `2026-05-02T${time}.000Z`)

  test('accepts chapters with the same settings, also a last one with a rounded frame rate', () => {
    expect(refusal(first, second({ probe: probe({ fps: 59.9 }) }))).toBeNull()
  })

  test.each([
    ['size', { width: 1920, height: 1080 }],
    ['frame rate', { fps: 29.97 }],
    ['codec', { codec: 'h264' }],
    ['rotation', { rotation: 180 }],
  ])('refuses another %s', (_, change) => {
    expect(refusal(first, second({ probe: probe(change) }))).toMatch(
      /^GX020123\.MP4 was recorded with another/,
    )
  })

  test('refuses chapters whose dates are apart, and accepts each way in which cameras date them', () => {
    const dated = (one: string, other: string) =>
      refusal(chapter('GX010123.MP4', { probe: at(one) }), second({ probe: at(other) }))
    expect(dated('10:00:00', '10:00:00')).toBeNull()
    expect(dated('10:00:00', '10:08:51')).toBeNull()
    expect(dated('10:00:00', '10:20:00')).toMatch(/^GX020123\.MP4 wasn't recorded right after/)
    expect(dated('10:00:00', '09:50:00')).toMatch(/^GX020123\.MP4 wasn't recorded right after/)
  })

  test('waits for a part that is still arriving', () => {
    const late = second({ probe: null, status: 'uploading' })
    expect(refusalOfJoin([first, late], limit)).toMatchObject({ waiting: true })
    expect(refusal(first, late)).toMatch(/^GX020123\.MP4 isn't ready yet/)
  })

  test('keeps to the limits of one video', () => {
    expect(refusal(first, second({ file_size: limit }))).toMatch(/larger than/)
    const long = { probe: { ...probe(), durationSeconds: 3500 } }
    expect(refusal(first, second(long))).toMatch(/longer than 60 minutes/)
  })

  test('keeps the title that the rider gave the first part', () => {
    expect(titleOfJoined({ title: 'GX010123', fileTitle: 'GX010123' }, 'GX0123')).toBe('GX0123')
    expect(titleOfJoined({ title: 'Moab', fileTitle: 'GX010123' }, 'GX0123')).toBe('Moab')
  })
})
