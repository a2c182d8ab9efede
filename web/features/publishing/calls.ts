import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type {
  CalendarEntry,
  ChannelKind,
  channelsAnswer,
  PlatformAnalyticsEntry,
  Publication,
  PublicationDetail,
  PublishingInsights,
  publishingSeries,
  QueueStatus,
  schedulePreview,
  schedulePublishBody,
} from '#contract/publishing.ts'
import { pollSeconds } from '#contract/publishing-constants.ts'
import type { AiProcessedVideo } from '#contract/review.ts'
import { request } from '../../lib/api.ts'
import { pagesQuery, queryOf } from '../../lib/pages.ts'
import { queryClient, read } from '../../lib/query-client.ts'
import { ifMatch } from '../review/calls.ts'
import { goingPollMs } from './platform-statuses.ts'
import { viewerZone } from './rules.ts'
import { isMoving } from './standing.ts'

export type ScheduleBody = z.input<typeof schedulePublishBody>
type Preview = z.infer<typeof schedulePreview>
export type Series = z.infer<typeof publishingSeries>

const fresh = { refetchOnMount: 'always' } as const

export const queueQuery = queryOptions({
  queryKey: [api.publishingQueue] as const,
  queryFn: read<QueueStatus>(),
  refetchInterval: pollSeconds.queue * 1000,
  ...fresh,
})

export const insightsQuery = queryOptions({
  queryKey: [api.publishingInsights] as const,
  queryFn: read<PublishingInsights>(),
  refetchInterval: pollSeconds.insights * 1000,
  ...fresh,
})

export const seriesQuery = queryOptions({
  queryKey: [api.publishingSeries] as const,
  queryFn: ({ signal }) => request<Series>('GET', `${api.publishingSeries}?days=30`, undefined, signal),
  refetchInterval: pollSeconds.analytics * 1000,
  ...fresh,
})

export const analyticsQuery = (kind: ChannelKind) =>
  queryOptions({
    queryKey: [api.platformAnalytics(kind)] as const,
    queryFn: read<PlatformAnalyticsEntry[]>(),
    refetchInterval: pollSeconds.analytics * 1000,
    ...fresh,
  })

export const publicationsQuery = (state: string) =>
  queryOptions({
    queryKey: [api.publications, state] as const,
    queryFn: ({ signal }) =>
      request<Publication[]>(
        'GET',
        `${api.publications}?${queryOf({ state, limit: 200 })}`,
        undefined,
        signal,
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.some(one => isMoving(one, Date.now())) ? goingPollMs : pollSeconds.queue * 1000,
    ...fresh,
  })

export const publicationQuery = (id: string) =>
  queryOptions({ queryKey: [api.publication(id)] as const, queryFn: read<PublicationDetail>(), ...fresh })

/** The next 14, or everything between two moments. */
export const calendarQuery = (between?: { from: string; to: string }) =>
  queryOptions({
    queryKey: [api.schedulingCalendar, between ?? null] as const,
    queryFn: ({ signal }) =>
      request<CalendarEntry[]>(
        'GET',
        `${api.schedulingCalendar}?${queryOf({ ...between, timeZone: viewerZone() })}`,
        undefined,
        signal,
      ),
    placeholderData: keepPreviousData,
    ...fresh,
  })

export const channelsQuery = queryOptions({
  queryKey: [api.channels] as const,
  queryFn: read<z.infer<typeof channelsAnswer>>(),
  refetchInterval: pollSeconds.insights * 1000,
  ...fresh,
})

/** What scheduling would do; asked anew for every change of the wish, and nothing of it is kept. */
export const previewQuery = (videoId: string, body: ScheduleBody) =>
  queryOptions({
    queryKey: [api.schedulePreview(videoId), body] as const,
    queryFn: ({ signal }) => request<Preview>('POST', api.schedulePreview(videoId), body, signal),
    placeholderData: keepPreviousData,
    // What else is planned changes all the time.
    gcTime: 0,
  })

/** Videos that staff may choose from, newest first. */
export const choosableQuery = (search: string) =>
  infiniteQueryOptions({
    ...pagesQuery<AiProcessedVideo>(api.aiProcessedVideos, { search, limit: 50 }),
    placeholderData: keepPreviousData,
  })

export const cancelPublication = ({ id, version }: Publication): Promise<Publication> =>
  request('POST', api.cancelPublication(id), undefined, undefined, ifMatch(version))
export const retryPublication = ({ id }: Publication): Promise<Publication> =>
  request('POST', api.retryPublication(id))

/** Everything that shows what stands in the queue. */
export const refreshQueue = (): Promise<unknown> =>
  Promise.all(
    [api.publishingQueue, api.publishingInsights, api.publications, api.schedulingCalendar].map(key =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
