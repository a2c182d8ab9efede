import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import {
  oembedAnswer,
  oembedQuery,
  reportedLink,
  shareBody,
  shareDecisionBody,
  sharedAnswer,
  shareLink,
  shareLinksAnswer,
  shareReportBody,
} from '../sharing/sharing.ts'
import { endpoint, idParams } from './endpoint.ts'

/** Any token: one that was never a link gets the page that says so. */
const tokenParams = z.object({ shareToken: z.string().max(100) })
const linkParams = z.object({ linkId: z.uuid() })

export const sharingEndpoints = {
  shareLinks: endpoint({
    permission: 'video:own',
    summary: 'List the share links of one of your videos that are on',
    params: idParams,
    answer: shareLinksAnswer,
    refusals: [404],
  }),
  shareOn: endpoint({
    permission: 'video:own',
    summary: 'Switch on the share link of one of your videos, or of one of its clips',
    params: idParams,
    body: shareBody,
    answer: shareLink,
    refusals: [403, 404, 409],
  }),
  shareOff: endpoint({
    permission: 'video:own',
    summary: 'Switch off a share link; it never works again',
    params: z.object({ id: z.uuid(), linkId: z.uuid() }),
    answer: okAnswer,
    refusals: [404],
  }),
  sharePage: endpoint({
    permission: 'public',
    summary: 'The page of a shared video',
    params: tokenParams,
    produces: 'text/html',
  }),
  shareEmbed: endpoint({
    permission: 'public',
    summary: 'The player of a shared video, for a frame of another site; t is the second it starts at',
    params: tokenParams,
    produces: 'text/html',
  }),
  sharedClip: endpoint({
    permission: 'public',
    summary: 'The file of a shared clip; Range is supported',
    params: tokenParams,
    produces: 'video/mp4',
    refusals: [404, 429],
  }),
  shared: endpoint({
    permission: 'public',
    summary: 'What a share link leads to',
    params: tokenParams,
    answer: sharedAnswer,
    refusals: [404],
  }),
  reportShared: endpoint({
    permission: 'public',
    summary: 'Report a shared video to staff',
    params: tokenParams,
    body: shareReportBody,
    answer: okAnswer,
    refusals: [404, 429],
  }),
  oembed: endpoint({
    permission: 'public',
    summary: 'How to embed a shared video (oEmbed 1.0)',
    query: oembedQuery,
    answer: oembedAnswer,
    refusals: [404],
  }),
  shareReports: endpoint({
    permission: 'video:review',
    summary: 'List shared videos that were reported, newest report first',
    answer: z.array(reportedLink),
  }),
  decideShareReport: endpoint({
    permission: 'video:review',
    summary: 'Take a share link down, keep it, or let its rider share the video again',
    params: linkParams,
    body: shareDecisionBody,
    answer: okAnswer,
    refusals: [404, 409],
  }),
}
