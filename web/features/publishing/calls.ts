import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { QueryInput } from '#contract/endpoints/index.ts'
import { api } from '#contract/paths.ts'
import { pollSeconds } from '#contract/publishing/constants.ts'
import type { publishingSeries } from '#contract/publishing/figures.ts'
import type { ChannelKind, Platform, PostChoices, Publication } from '#contract/publishing/publications.ts'
import type { schedulePublishBody } from '#contract/publishing/scheduling.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { pagesQuery } from '../../lib/calls/pages.ts'
import { goingPollMs } from './platform-statuses.ts'
import { viewerZone } from './rules.ts'
import { isMoving } from './standing.ts'

export type ScheduleBody = z.input<typeof schedulePublishBody>
export type Series = z.infer<typeof publishingSeries>

export const queueQuery = queryOptions({
  ...reading('publishingQueue'),
  refetchInterval: pollSeconds.queue * 1000,
  ...fresh,
})

export const insightsQuery = queryOptions({
  ...reading('publishingInsights'),
  refetchInterval: pollSeconds.insights * 1000,
  ...fresh,
})

/** The last days and as many before them. */
export const seriesQuery = (days: number) =>
  queryOptions({
    ...reading('publishingSeries', { query: { days: 2 * days } }),
    refetchInterval: pollSeconds.analytics * 1000,
    placeholderData: keepPreviousData,
    ...fresh,
  })

export const postsQuery = (days: number) =>
  queryOptions({
    ...reading('publishingPosts', { query: { days } }),
    refetchInterval: pollSeconds.analytics * 1000,
    placeholderData: keepPreviousData,
    ...fresh,
  })

export const heldCountsQuery = queryOptions({
  ...reading('heldCounts'),
  refetchInterval: pollSeconds.analytics * 1000,
  ...fresh,
})
/** What an account may choose for a post right now; the platform is asked every time. */
export const channelFormQuery = (id: string) =>
  queryOptions({ ...reading('channelForm', { params: { id } }), ...fresh })

export const analyticsQuery = (kind: ChannelKind) =>
  queryOptions({
    ...reading('platformAnalytics', { params: { platform: kind } }),
    refetchInterval: pollSeconds.analytics * 1000,
    ...fresh,
  })

export const publicationsQuery = (filter: QueryInput<'publications'>) =>
  queryOptions({
    ...reading('publications', { query: { ...filter, limit: 200 } }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(one => isMoving(one, Date.now())) ? goingPollMs : pollSeconds.queue * 1000,
    ...fresh,
  })

export const publicationQuery = (id: string) =>
  queryOptions({ ...reading('publication', { params: { id } }), ...fresh })

/** The next 14, or everything between two times. */
export const calendarQuery = (between?: { from: string; to: string }) =>
  queryOptions({
    queryKey: [api.schedulingCalendar, between ?? null] as const,
    queryFn: ({ signal }) =>
      call('schedulingCalendar', { query: { ...between, timeZone: viewerZone() }, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  })

/** How good each hour of the week is, in the viewer's time zone. */
export const optimalTimesQuery = () =>
  queryOptions({ ...reading('optimalTimes', { query: { timeZone: viewerZone() } }), ...fresh })

export const channelsQuery = queryOptions({
  ...reading('channels'),
  refetchInterval: pollSeconds.insights * 1000,
  ...fresh,
})

/** What scheduling would do; computed for every change of the request, and never saved. */
export const previewQuery = (videoId: string, body: ScheduleBody) =>
  queryOptions({
    queryKey: [api.schedulePreview(videoId), body] as const,
    queryFn: ({ signal }) => call('schedulePreview', { params: { id: videoId }, body, signal }),
    placeholderData: keepPreviousData,
    // Other plans change all the time.
    gcTime: 0,
  })

/** The publications of one video, newest first. */
export const publicationsOfQuery = (videoId: string) =>
  queryOptions({
    queryKey: [api.publications, 'of', videoId] as const,
    queryFn: ({ signal }) => call('publications', { query: { videoId }, signal }),
    ...fresh,
  })

/** Videos that staff can publish, newest first. */
export const choosableQuery = (search: string) =>
  infiniteQueryOptions({
    ...pagesQuery('aiProcessedVideos', { search, limit: 50 }),
    placeholderData: keepPreviousData,
  })

/**
 * Publishes on one platform now, with the texts of the preview: the analysis's if it wrote any, else the rider's.
 */
export async function publishNow(
  videoId: string,
  {
    platform,
    choices,
    channelId,
  }: { platform: Platform; choices: PostChoices | undefined; channelId: string | undefined },
) {
  const params = { id: videoId }
  const { items } = await call('schedulePreview', {
    params,
    body: {
      platforms: [platform],
      immediate: true,
      ...(choices ? { choices: { [platform]: choices } } : {}),
      ...(channelId ? { channels: { [platform]: channelId } } : {}),
    },
  })
  // One platform was requested, so there is one item.
  const { title, description } = items[0]!.metadata
  return call('publishNow', {
    params,
    body: {
      platform,
      metadata: { title, description },
      ...(choices ? { choices } : {}),
      ...(channelId ? { channelId } : {}),
    },
  })
}

/** Every query that shows the queue. */
export const queuePaths = [
  api.publishingQueue,
  api.publishingInsights,
  api.publications,
  api.adminStats,
  api.schedulingCalendar,
  // What needs attention, for each publication.
  api.channels,
]

/** Every query that shows the changed post. */
export const postPaths = ({ id, videoId }: Publication): string[] => [
  ...queuePaths,
  api.publication(id),
  ...(videoId ? [api.videoPublications(videoId)] : []),
]
