import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import {
  platformAnalyticsEntry,
  postFigures,
  publishingInsights,
  publishingSeries,
  seriesQuery,
} from '../publishing/figures.ts'
import { decideHeldBody, heldCount, heldCountsQuery } from '../publishing/held-counts.ts'
import {
  channel,
  channelForm,
  channelKind,
  channelSettingsBody,
  channelsAnswer,
  connectAnswer,
  connectBody,
  editPostBody,
  editPublicationBody,
  platformStatuses,
  publication,
  publicationDetail,
  publicationsQuery,
} from '../publishing/publications.ts'
import { pauseAnswer, pauseBody, queueStatus, retryFailedAnswer } from '../publishing/queue.ts'
import {
  calendarEntry,
  calendarQuery,
  optimalTimes,
  publishNowBody,
  scheduleAnswer,
  schedulePreview,
  schedulePublishBody,
  zoneQuery,
} from '../publishing/scheduling.ts'
import { opaque } from '../text.ts'
import { endpoint, idParams } from './endpoint.ts'

const callbackText = opaque(2000).optional()

export const publishingEndpoints = {
  schedulePublish: endpoint({
    permission: 'publishing:manage',
    summary: 'Schedule a video on several platforms: all or none',
    params: idParams,
    body: schedulePublishBody,
    answer: scheduleAnswer,
  }),
  schedulePreview: endpoint({
    permission: 'publishing:manage',
    summary: 'Preview a schedule without saving it',
    params: idParams,
    body: schedulePublishBody,
    decides: false,
    answer: schedulePreview,
  }),
  publishNow: endpoint({
    permission: 'publishing:manage',
    summary: 'Publish a video on one platform now',
    params: idParams,
    body: publishNowBody,
    answer: scheduleAnswer,
  }),
  publishPreview: endpoint({
    permission: 'video:review',
    summary: 'Preview what publishing a reviewed video would post; an empty list if it only goes live here',
    params: idParams,
    answer: schedulePreview,
    refusals: [404, 409],
  }),
  videoPublications: endpoint({
    permission: 'video:own',
    summary: 'Where a video is published',
    params: idParams,
    answer: platformStatuses,
  }),
  retryFailedPublications: endpoint({
    permission: 'admin:manage',
    summary: 'Retry publications that failed for a temporary reason',
    answer: retryFailedAnswer,
  }),
  publications: endpoint({
    permission: 'publishing:manage',
    summary: 'List publications, newest first',
    query: publicationsQuery,
    answer: z.array(publication),
  }),
  publication: endpoint({
    permission: 'publishing:manage',
    summary: 'Get a publication with its history',
    params: idParams,
    answer: publicationDetail,
  }),
  editPublication: endpoint({
    permission: 'publishing:manage',
    summary: 'Change the texts or the time of a publication before its upload starts',
    params: idParams,
    body: editPublicationBody,
    answer: publication,
  }),
  cancelPublication: endpoint({
    permission: 'publishing:manage',
    summary: 'Cancel a publication before its upload starts',
    params: idParams,
    answer: publication,
  }),
  retryPublication: endpoint({
    permission: 'publishing:manage',
    summary: 'Retry a failed publication',
    params: idParams,
    answer: publication,
  }),
  editPost: endpoint({
    permission: 'publishing:manage',
    summary: 'Change the texts of a post that is out, where the platform can',
    params: idParams,
    body: editPostBody,
    answer: publication,
  }),
  hidePost: endpoint({
    permission: 'publishing:manage',
    summary: 'Make a post private, where the platform can',
    params: idParams,
    answer: publication,
  }),
  showPost: endpoint({
    permission: 'publishing:manage',
    summary: 'Make a post public again',
    params: idParams,
    answer: publication,
  }),
  deletePost: endpoint({
    permission: 'publishing:manage',
    summary: 'Delete a post at the platform, where that is possible',
    params: idParams,
    answer: publication,
  }),
  publishingPause: endpoint({
    permission: 'publishing:manage',
    summary: 'Whether publishing is paused',
    answer: pauseAnswer,
  }),
  setPublishingPause: endpoint({
    permission: 'publishing:manage',
    summary: 'Pause or resume all publishing',
    body: pauseBody,
    answer: pauseAnswer,
  }),
  publishingQueue: endpoint({
    permission: 'publishing:manage',
    summary: 'Counts and limits of the queue, and whether it is paused',
    answer: queueStatus,
  }),
  publishingInsights: endpoint({
    permission: 'publishing:manage',
    summary: 'How publishing is going',
    answer: publishingInsights,
  }),
  publishingSeries: endpoint({
    permission: 'publishing:manage',
    summary: 'Views, likes, comments and earnings gained per day',
    query: seriesQuery,
    answer: publishingSeries,
  }),
  publishingPosts: endpoint({
    permission: 'publishing:manage',
    summary: 'Views and earnings of the 100 posts that gained the most in a period, with the period before',
    query: seriesQuery,
    answer: z.array(postFigures),
  }),
  publishingPostsCsv: endpoint({
    permission: 'publishing:manage',
    summary: 'Download the figures of every post in a period as CSV',
    query: seriesQuery,
    produces: 'text/csv',
  }),
  platformAnalytics: endpoint({
    permission: 'publishing:manage',
    summary: 'Latest figures of everything published on a platform',
    params: z.object({ platform: channelKind }),
    answer: z.array(platformAnalyticsEntry),
  }),
  heldCounts: endpoint({
    permission: 'publishing:manage',
    summary: 'List counts that are on hold because they are not plausible, newest first',
    query: heldCountsQuery,
    answer: z.array(heldCount),
  }),
  decideHeldCounts: endpoint({
    permission: 'admin:manage',
    summary: 'Accept counts that are on hold, so that they are shown and paid, or dismiss them',
    params: idParams,
    body: decideHeldBody,
    answer: okAnswer,
    refusals: [404, 409],
  }),
  schedulingCalendar: endpoint({
    permission: 'publishing:manage',
    summary: 'What is scheduled: the next 14, or everything between two times',
    query: calendarQuery,
    answer: z.array(calendarEntry),
  }),
  optimalTimes: endpoint({
    permission: 'publishing:manage',
    summary: 'How good each hour of the week is for publishing',
    query: zoneQuery,
    answer: optimalTimes,
  }),
  channels: endpoint({
    permission: 'publishing:manage',
    summary: 'List connected channels',
    answer: channelsAnswer,
  }),
  connectChannel: endpoint({
    permission: 'admin:manage',
    summary: 'Start connecting a channel; send the whole page to the address in the answer',
    params: z.object({ kind: channelKind }),
    body: connectBody,
    answer: connectAnswer,
  }),
  channelCallback: endpoint({
    permission: 'admin:manage',
    summary: 'Where the platform sends the browser back to',
    params: z.object({ kind: channelKind }),
    query: z.object({ code: callbackText, state: callbackText, error: callbackText }),
  }),
  channelForm: endpoint({
    permission: 'publishing:manage',
    summary: 'What the platform lets an account choose for a post right now',
    params: idParams,
    answer: channelForm,
  }),
  channelSettings: endpoint({
    permission: 'publishing:manage',
    summary: "Confirm a channel's defaults for posts, or choose the units of its texts",
    params: idParams,
    body: channelSettingsBody,
    answer: channel,
  }),
  makeDefaultChannel: endpoint({
    permission: 'admin:manage',
    summary: 'Make a channel the default of its platform: it gets what names no channel',
    params: idParams,
    answer: channel,
    refusals: [404, 409],
  }),
  disconnectChannel: endpoint({
    permission: 'publishing:manage',
    summary: 'Disconnect a channel: what waits for it is held, and posts that are out stay out',
    params: idParams,
    answer: channel,
  }),
}
