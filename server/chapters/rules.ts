import { type ChapterName, chapterOf } from '#contract/chapters/names.ts'
import { maxDurationSeconds } from '#contract/constants.ts'
import { isArriving, type VideoStatus } from '#contract/video-statuses.ts'
import { sentences } from '#sentences/chapters.ts'
import type { Probe } from '#server/core/media/probe.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** What is known about a video that may be a chapter. */
export interface Chapter {
  id: string
  file_name: string
  status: VideoStatus
  original_sha256: string | null
  file_size: number | null
  probe: Probe | null
  created_at: Date
}

/** Chapters recorded further apart than this have the same number by chance: the camera's card was formatted. */
const oneRideMs = 12 * 3600_000
/** How far a camera's dates may be off, and how long it may take between two chapters. */
const earlierMs = 2000
const laterMs = 10_000
/** Cameras round the frame rate of a short last chapter differently. */
const fpsTolerance = 0.01

const recordedAt = ({ probe }: Chapter): number => Date.parse(probe?.recordedAt ?? '')

/** Whether two files come from a camera with the same settings; unknown ones may. */
export function sameSettings(one: Probe | null, other: Probe | null): boolean {
  if (!one || !other) return true
  const setup = ({ demuxer, video: v, audio }: Probe) =>
    JSON.stringify([
      ...[demuxer, v.codec, v.profile, v.pixelFormat, v.width, v.height, v.rotation, v.transfer],
      ...(audio ? [audio.codec, audio.channels, audio.sampleRate] : []),
    ])
  const fps = Math.abs(one.video.fps - other.video.fps) / one.video.fps
  return setup(one) === setup(other) && fps <= fpsTolerance
}

const sameTime = (one: Chapter, other: Chapter): boolean =>
  !(Math.abs(recordedAt(one) - recordedAt(other)) > oneRideMs)

/** The same file uploaded again is the same chapter. */
function unlike(chapters: readonly Chapter[]): Chapter[] {
  const kept: Chapter[] = []
  for (const chapter of chapters.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())) {
    const known = kept.some(k => k.original_sha256 && k.original_sha256 === chapter.original_sha256)
    if (!known) kept.push(chapter)
  }
  return kept
}

/** The chapters found around one, in order. */
export interface Found {
  chapters: Chapter[]
  /** one of two different files with the same name, which only the rider can tell apart */
  twice: Chapter | null
}

/**
 * The chapters of the recording that a video is a part of.
 * @param all the rider's videos; may include the video itself
 * @returns the video alone when there are no others, nothing when it is no chapter
 */
export function chaptersAround(video: Chapter, all: readonly Chapter[]): Found {
  const name = chapterOf(video.file_name)
  if (!name) return { chapters: [], twice: null }
  const others = new Map<number, Chapter[]>()
  for (const one of all) {
    const its = chapterOf(one.file_name)
    if (its?.recording !== name.recording || its.chapter === name.chapter) continue
    if (one.status === 'failed' || !sameTime(one, video)) continue
    others.set(its.chapter, [...(others.get(its.chapter) ?? []), one])
  }
  const chapters = new Map([[name.chapter, video]])
  let twice: Chapter | null = null
  for (const [chapter, found] of others) {
    const files = unlike(found)
    const alike = files.filter(file => sameSettings(file.probe, video.probe))
    const chosen = alike[0] ?? files[0]
    if (alike.length > 1) twice ??= chosen ?? null
    if (chosen) chapters.set(chapter, chosen)
  }
  return { chapters: [...chapters].sort(([a], [b]) => a - b).map(([, one]) => one), twice }
}

/** The camera's name of another chapter of the same recording. */
const nameOf = (like: string, chapter: number): string => {
  const two = (number: number) => String(number).padStart(2, '0')
  if (!/^GP/i.test(like) && !/^GOPR/i.test(like)) return like.slice(0, 2) + two(chapter) + like.slice(4)
  const rest = like.slice(4)
  return chapter === 1 ? `GOPR${rest}` : `GP${two(chapter - 1)}${rest}`
}

/** Why these names aren't the chapters of one recording in order, without a gap; null when they are. */
export function refusalOfNames(names: readonly string[]): Sentence | null {
  const chapters = names.map(chapterOf)
  const known = chapters.filter((one): one is ChapterName => one !== null)
  const [first] = known
  if (!first || known.length < names.length || known.some(one => one.recording !== first.recording))
    return sentences.notOneRecording
  for (const [index, { chapter }] of known.entries()) {
    const before = known[index - 1]?.chapter ?? chapter - 1
    if (chapter <= before) return sentences.wrongOrder
    if (chapter > before + 1)
      return sentences.missing({ fileName: nameOf(names[index] as string, before + 1) })
  }
  return null
}

/** Whether one chapter was recorded right after the other, as far as their dates say. */
function follows(before: Chapter, after: Chapter): boolean {
  const gap = recordedAt(after) - recordedAt(before)
  // Some cameras give all chapters the same date, others the start or the end of each.
  const longest = Math.max(before.probe?.durationSeconds ?? 0, after.probe?.durationSeconds ?? 0)
  return Number.isNaN(gap) || (gap >= -earlierMs && gap <= longest * 1000 + laterMs)
}

/** @returns the first chapter that isn't ready to be joined */
const unready = (chapters: readonly Chapter[]): Chapter | undefined =>
  chapters.find(({ status, probe }) => !probe || status === 'uploading' || status === 'failed')

export interface Refusal {
  sentence: Sentence
  /** whether it ends without anyone doing anything */
  waiting: boolean
}
const refused = (sentence: Sentence, waiting = false): Refusal => ({ sentence, waiting })

/** Why these chapters, in order, can't be joined; null when they can. @param maxBytes of one video */
export function refusalOfJoin(chapters: readonly Chapter[], maxBytes: number): Refusal | null {
  const names = refusalOfNames(chapters.map(one => one.file_name))
  if (names) return refused(names)
  const late = unready(chapters)
  if (late) return refused(sentences.notReady({ fileName: late.file_name }), isArriving(late.status))
  for (const [index, chapter] of chapters.entries()) {
    const before = chapters[index - 1]
    const { file_name: fileName } = chapter
    if (!before) continue
    if (!sameSettings(before.probe, chapter.probe)) return refused(sentences.differentSettings({ fileName }))
    if (!follows(before, chapter)) return refused(sentences.timesApart({ fileName }))
  }
  if (chapters.some(one => one.probe?.demuxer !== 'mov')) return refused(sentences.notOneRecording)
  if (bytesOf(chapters) > maxBytes)
    return refused(sentences.tooLarge({ megabytes: Math.floor(maxBytes / 1024 / 1024) }))
  if (secondsOf(chapters) > maxDurationSeconds + 1)
    return refused(sentences.tooLong({ minutes: maxDurationSeconds / 60 }))
  return null
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

export const bytesOf = (chapters: readonly Chapter[]): number => sum(chapters.map(one => one.file_size ?? 0))
export const secondsOf = (chapters: readonly Chapter[]): number =>
  sum(chapters.map(one => one.probe?.durationSeconds ?? 0))

/** The title of the joined video: the first part's, unless that is only its file's name. */
export function titleOfJoined(first: { title: string; fileTitle: string }, recording: string): string {
  return first.title === first.fileTitle ? recording : first.title
}
