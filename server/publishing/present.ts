import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { PlatformAnalyticsEntry } from '#contract/publishing/figures.ts'
import {
  type Channel,
  type Publication,
  platformNames,
  type platformStatuses,
  platforms,
} from '#contract/publishing/publications.ts'
import type { CalendarEntry } from '#contract/publishing/scheduling.ts'
import { sentences as counting } from '#sentences/counting.ts'
import { sentences as history } from '#sentences/history.ts'
import { sentences as planning } from '#sentences/planning.ts'
import { sentences as publishing } from '#sentences/publishing.ts'
import { type Language, type Sentence, type StoredText, textIn } from '#server/core/sentences.ts'
import { texts } from '#texts/publications.ts'
import type { PlatformChannels } from '../../db/schema.generated.ts'
import { heldSentence } from './channels/hold.ts'
import { type ChannelRow, problemOf } from './channels/store.ts'
import { engagementOf, resumeState, untouched } from './rules.ts'
import type { Reach } from './schedule/optimal.ts'
import type { PublicationRow } from './store.ts'

/** A row with the related names. */
export type ShownRow = PublicationRow & {
  video_title: string | null
  channel_name: string | null
  channel_status: ChannelRow['status'] | null
  channel_problem: StoredText | null
}

const channelOf = ({ channel_id: id, channel_name: name }: ShownRow) => (id ? { id, name: name ?? '' } : null)

/** What it is waiting for: a disconnected channel first. */
const noteOf = (row: ShownRow, language: Language): string | null =>
  untouched(row) && row.channel_status === 'disconnected'
    ? heldSentence(row.channel_name ?? 'The channel').in(language)
    : textIn(row.note, language)

/** Why a published post's counts aren't fetched; null while they are, and for a post without an id. */
function countsNote(row: ShownRow): Sentence | null {
  if (row.state !== 'published' || row.post_id === null || row.removed_at !== null) return null
  const { channel_name: name, channel_status: status, channel_problem: problem } = row
  if (status === null) return counting.channelGone
  const channel = name ?? ''
  if (status === 'reconnect') return counting.reconnect({ channel })
  if (status !== 'disconnected' || problem === null) return null
  return counting.ended({ channel, platform: platformNames[row.platform] })
}

const iso = (date: Date | null) => date?.toISOString() ?? null

const progressOf = (row: PublicationRow): number => {
  if (row.state === 'published' || row.state === 'processing') return 100
  return row.size ? Math.min(99, Math.floor((row.uploaded / row.size) * 100)) : 0
}

/** A row in the contract's format. */
export function presentPublication(row: ShownRow, language: Language): Publication {
  const failureKind = row.state === 'failed' ? row.failure_kind : null
  return {
    id: row.id,
    videoId: row.video_id,
    videoTitle: row.video_title ?? row.metadata.title,
    platform: row.platform,
    channel: channelOf(row),
    content: textIn(row.content_label, language) ?? '',
    state: row.state,
    progress: progressOf(row),
    scheduledFor: row.scheduled_for.toISOString(),
    wallTime: row.wall_time,
    timeZone: row.time_zone,
    timing: row.timing,
    version: row.version,
    metadata: row.metadata,
    note: noteOf(row, language),
    failure: failureKind
      ? {
          kind: failureKind,
          sentence: textIn(row.failure_sentence, language) ?? '',
          actor: row.failure_actor ?? 'staff',
          retryable: failureKind !== 'reject' || row.failure_actor === 'trailcut',
        }
      : null,
    url: row.url,
    views: row.views,
    likes: row.likes,
    comments: row.comments,
    countsNote: countsNote(row)?.in(language) ?? null,
    createdAt: row.created_at.toISOString(),
    startedAt: iso(row.started_at),
    publishedAt: iso(row.published_at),
    hiddenAt: iso(row.hidden_at),
    removedAt: iso(row.removed_at),
    canChangePost: row.state === 'published' && row.post_id !== null && row.removed_at === null,
    canCancel: untouched(row),
    canEdit: untouched(row) || (row.state === 'failed' && resumeState(row) === 'queued'),
  }
}

/** Priority for a platform's single line: live, then in progress, then failed. */
const order = [
  'cancelled',
  'failed',
  'scheduled',
  'queued',
  'unknown',
  'uploading',
  'processing',
  'published',
]

/** One line per platform of a video's publications. */
export function presentStatuses(
  rows: readonly PublicationRow[],
  language: Language,
): z.infer<typeof platformStatuses> {
  return platforms.map(platform => {
    const of = rows.filter(r => r.platform === platform)
    const there = of.filter(r => r.removed_at === null)
    const shown = there.toSorted((a, b) => order.indexOf(b.state) - order.indexOf(a.state))[0]
    const state = shown && shown.state !== 'cancelled' ? shown.state : null
    return {
      platform,
      state,
      label: state ? texts.states[state] : texts.notPublished,
      scheduledFor: state && shown ? shown.scheduled_for.toISOString() : null,
      publishedAt: iso(shown?.published_at ?? null),
      url: shown?.url ?? null,
      note: !shown
        ? null
        : state === 'failed'
          ? textIn(shown.failure_sentence, language)
          : textIn(shown.note, language),
      views: of.reduce((sum, r) => sum + r.views, 0),
    }
  })
}

export const presentFigures = (row: ShownRow): PlatformAnalyticsEntry => ({
  publicationId: row.id,
  videoId: row.video_id,
  title: row.metadata.title,
  platform: row.platform,
  url: row.url,
  views: row.views,
  likes: row.likes,
  comments: row.comments,
  shares: row.shares,
  engagement: engagementOf(row),
  fetchedAt: (row.sampled_at ?? row.published_at ?? row.created_at).toISOString(),
})

const highlightId = publishing.parts.highlight({ number: 1 }).id
const isHighlight = (label: StoredText) => typeof label === 'object' && label.id === highlightId

const contentType = (row: PublicationRow): string =>
  row.content === 'video' ? 'video' : isHighlight(row.content_label) ? 'highlight' : 'reel'

export function presentCalendar(
  row: ShownRow,
  reach: Reach,
  neighbors: readonly ShownRow[],
  language: Language,
): CalendarEntry {
  const near = neighbors.filter(
    n =>
      n.id !== row.id &&
      n.channel_id === row.channel_id &&
      Math.abs(n.scheduled_for.getTime() - row.scheduled_for.getTime()) < 3600_000,
  )
  const [other] = near
  return {
    id: row.id,
    date: row.scheduled_for.toISOString(),
    platform: row.platform,
    contentType: contentType(row),
    channel: channelOf(row),
    optimalTime: row.timing === 'optimal',
    estimatedReach: reach.views,
    reachReasoning: reach.reasoning.in(language),
    state: row.state,
    videoId: row.video_id,
    title: row.metadata.title,
    wallTime: row.wall_time,
    timeZone: row.time_zone,
    version: row.version,
    canEdit: untouched(row),
    conflict: other
      ? planning
          .near({ title: other.metadata.title, channel: row.channel_name ?? platformNames[row.platform] })
          .in(language)
      : null,
  }
}

const noticeMs = 7 * 86_400_000
/** By when a channel has to be reconnected, if soon. */
export const expiresSoon = (
  row: Pick<Selectable<PlatformChannels>, 'refresh_expires_at'>,
  now: Date,
): boolean => row.refresh_expires_at !== null && row.refresh_expires_at.getTime() - now.getTime() < noticeMs

const noInteractions = { comment: false, duet: false, stitch: false }
const nothingDisclosed = { yourBrand: false, brandedContent: false }

function defaultsOf({ settings }: ChannelRow, names: ReadonlyMap<string, string>): Channel['defaults'] {
  const { confirmedAt, confirmedBy, interactions, disclosure } = settings
  if (!confirmedAt) return null
  return {
    interactions: interactions ?? noInteractions,
    disclosure: disclosure ?? nothingDisclosed,
    confirmedBy: (confirmedBy && names.get(confirmedBy)) ?? null,
    confirmedAt,
  }
}

const isExpiring = (row: ChannelRow, now: Date) => row.status === 'connected' && expiresSoon(row, now)

/** Whether staff are asked to connect a channel again, because it broke or its permission ends soon. */
export const needsReconnect = (row: ChannelRow, now: Date) =>
  row.status === 'reconnect' || isExpiring(row, now)

/** What staff should know of a channel; null while nothing is wrong. @param soon whether its permission ends soon */
function noticeOf(row: ChannelRow, soon: boolean): Sentence | null {
  const { name: channel, refresh_expires_at: ends } = row
  if (row.status === 'reconnect') return history.reconnectChannel({ channel, problem: problemOf(row) })
  return soon && ends ? history.reconnectSoon({ channel, day: ends.toISOString().slice(0, 10) }) : null
}

/**
 * @param waiting how many publications haven't started
 * @param names of the people who connected it and confirmed its defaults, by id
 */
export function presentChannel(
  row: ChannelRow,
  given: { now: Date; waiting: number; names: ReadonlyMap<string, string>; language: Language },
): Channel {
  const { now, waiting, names, language } = given
  const soon = isExpiring(row, now)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    handle: row.handle,
    avatarUrl: row.avatar_url,
    status: soon ? 'expiring' : row.status,
    isDefault: row.is_default,
    waiting,
    reconnectBy: iso(row.refresh_expires_at),
    notice: noticeOf(row, soon)?.in(language) ?? null,
    units: row.units,
    connectedAt: row.connected_at.toISOString(),
    connectedBy: (row.connected_by && names.get(row.connected_by)) ?? null,
    privacyOptions: row.settings.privacyOptions ?? [],
    defaultPrivacy: row.settings.defaultPrivacy ?? null,
    defaults: defaultsOf(row, names),
  }
}
