import type { z } from 'zod'
import { type UnitSystem, unitSystems } from '#contract/gauges/units.ts'
import { wordsFrom } from '#contract/platforms/limits.ts'
import { factsOf, type Platform, type PlatformMetadata } from '#contract/publishing/publications.ts'
import type { publishNowBody } from '#contract/publishing/scheduling.ts'
import { isCameraName, type WrittenTexts } from '#server/analysis/index.ts'
import { platformOf } from '#server/platforms/index.ts'
import { textsOf } from '#server/review/index.ts'
import { approvedOf, type VideoRow } from '#server/videos/index.ts'
import type { PlannedContent } from './content.ts'

const fields = ['title', 'description', 'tags'] as const
type Field = (typeof fields)[number]

interface Wanted {
  /** of the channel */
  units: UnitSystem
  /** of the analysis that the video's texts are from */
  texts: WrittenTexts | null
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What the analysis wrote for the whole ride; null when it wrote nothing. */
function writtenOf(video: VideoRow, platform: Platform): PlatformMetadata | null {
  const approved = approvedOf(video)
  const texts = (approved ? approved.texts : video.ai_texts)?.[factsOf(platform).texts]
  return texts ? wordsFrom(texts) : null
}

/** The same in other units, field by field: a text that isn't what the analysis wrote stays as it is. */
function writtenIn(video: VideoRow, platform: Platform, { units, texts }: Wanted): PlatformMetadata | null {
  const written = writtenOf(video, platform)
  if (!written || units === 'metric' || !texts?.imperial) return written
  const set = factsOf(platform).texts
  const [ours, said] = [wordsFrom(texts.metric[set]), wordsFrom(texts.imperial[set])]
  const unchanged = fields.filter(field => same(written[field], ours[field]))
  return { ...written, ...Object.fromEntries(unchanged.map(field => [field, said[field]])) }
}

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
 * for the platform, in the channel's units: about the clip if one is published, otherwise about the ride;
 * without an analysis they are the video's own. After approval they are the approved ones, whatever its rider
 * or a later analysis wrote since.
 */
function wordsOf(
  video: VideoRow,
  platform: Platform,
  { clip, moments }: Pick<PlannedContent, 'clip' | 'moments'>,
  wanted: Wanted,
): PlatformMetadata {
  const { fitted, problemsOf, textsFor } = platformOf(platform)
  const { title, description, tags } = approvedOf(video) ?? video
  // Platforms name a video without a title themselves.
  const own = { title: isCameraName(title) ? '' : title, description, tags }
  const given = textsOf(video)[factsOf(platform).texts]
  const edited = given ? wordsFrom(given) : null
  const written = writtenOf(video, platform)
  const inUnits = writtenIn(video, platform, wanted)
  const ride = inUnits && { ...inUnits, description: namedByRide(inUnits.description, own.title || 'Ride') }
  const ours = (clip && moments && textsFor(moments[wanted.units])) || ride || own
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

/** A file's name that is sent along as the title is no more a choice than what we wrote. */
const fromCamera = ({ title }: VideoRow): Partial<PlatformMetadata> => (isCameraName(title) ? { title } : {})

/** The given texts without those that we wrote ourselves. */
const withoutOurs = <G extends Given>(
  given: G,
  ours: readonly (Partial<PlatformMetadata> | null)[],
): Partial<G> =>
  Object.fromEntries(
    Object.entries(given).filter(([field, value]) =>
      ours.every(written => !same(value, written?.[field as Field])),
    ),
  ) as Partial<G>

/**
 * A post's texts: the default ones with those that someone chose. A text that we wrote for a channel with other units
 * is not a choice, so it is said in this channel's.
 */
export function composed(
  video: VideoRow,
  platform: Platform,
  piece: Pick<PlannedContent, 'clip' | 'moments'>,
  { given = {}, ...wanted }: Wanted & { given?: Partial<PlatformMetadata> | undefined },
): PlatformMetadata {
  const ours = unitSystems.map(units => wordsOf(video, platform, piece, { ...wanted, units }))
  return { ...wordsOf(video, platform, piece, wanted), ...withoutOurs(given, [...ours, fromCamera(video)]) }
}

/**
 * Which of these texts someone wrote: callers also send the analysis's texts for the ride, which are not a
 * choice.
 */
export const chosenOf = (
  video: VideoRow,
  platform: Platform,
  given: Given,
  texts: WrittenTexts | null,
): Given =>
  withoutOurs(given, [
    ...unitSystems.map(units => writtenIn(video, platform, { units, texts })),
    fromCamera(video),
  ])
