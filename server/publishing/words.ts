import type { z } from 'zod'
import { wordsFrom } from '#contract/platforms/limits.ts'
import {
  factsOf,
  type Platform,
  type PlatformMetadata,
  type publishNowBody,
} from '#contract/publishing/publications.ts'
import { platformOf } from '#server/platforms/index.ts'
import { textsOf } from '#server/review/index.ts'
import { approvedOf, type VideoRow } from '#server/videos/index.ts'
import type { ResolvedContent } from './content.ts'

const fields = ['title', 'description', 'tags'] as const
type Field = (typeof fields)[number]

/** What the analysis wrote for the whole ride; null when it wrote nothing. */
function writtenOf(video: VideoRow, platform: Platform): PlatformMetadata | null {
  const approved = approvedOf(video)
  const texts = (approved ? approved.texts : video.ai_texts)?.[factsOf(platform).texts]
  return texts ? wordsFrom(texts) : null
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const chapterLine = /^(\d+:)?\d{1,2}:\d\d\s.*$/
/** A description without the ride's list of times, which says nothing about a clip. */
const withoutTimes = (description: string): string =>
  description
    .split('\n')
    .filter(line => !chapterLine.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Chapters written by an earlier release start with the first scene's kind. */
const namedByRide = (description: string, ride: string): string =>
  description.replace(/^0:00 Parked$/m, () => `0:00 ${ride}`)

/**
 * A video's default texts for publishing. Fields edited by staff are sent unchanged. The others are written
 * for the platform: about the clip if one is published, otherwise about the ride; without an analysis they
 * are the video's own. After approval they are the approved ones, whatever its rider or a later analysis
 * wrote since.
 */
export function wordsOf(
  video: VideoRow,
  platform: Platform,
  { clip, moment }: Pick<ResolvedContent, 'clip' | 'moment'>,
): PlatformMetadata {
  const { fitted, problemsOf, textsFor } = platformOf(platform)
  const { title, description, tags } = approvedOf(video) ?? video
  const own = { title, description, tags }
  const given = textsOf(video)[factsOf(platform).texts]
  const edited = given ? wordsFrom(given) : null
  const written = writtenOf(video, platform)
  const ride = written && { ...written, description: namedByRide(written.description, title) }
  const ours = (clip && moment && textsFor(moment)) || ride || own
  const base = clip ? { ...ours, description: withoutTimes(ours.description) } : ours
  if (!edited) return fitted(base)
  const kept = fields.filter(field => !same(edited[field], written?.[field]))
  const wordsToSend: PlatformMetadata = {
    ...fitted(base),
    ...Object.fromEntries(kept.map((field: Field) => [field, edited[field]])),
  }
  if (clip && kept.includes('description')) wordsToSend.description = withoutTimes(wordsToSend.description)
  return problemsOf(wordsToSend).length > 0 ? fitted(wordsToSend) : wordsToSend
}

type Given = z.output<typeof publishNowBody>['metadata']

/**
 * Which of these texts someone wrote: callers also send the analysis's texts for the ride, which are not a
 * choice.
 */
export function chosenOf(video: VideoRow, platform: Platform, given: Given): Given {
  const written = writtenOf(video, platform)
  return Object.fromEntries(
    Object.entries(given).filter(([field, value]) => !same(value, written?.[field as Field])),
  )
}
