import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import { rideDataAnswer } from '../ride-data.ts'
import { publicVideoAnswer } from '../sharing/public-video.ts'
import { followBody, ownRiderPage, publicRider, riderPageBody } from '../sharing/rider-page.ts'
import {
  oembedAnswer,
  oembedQuery,
  reportedLink,
  reportedQuery,
  shareBody,
  shareDecisionBody,
  sharedAnswer,
  shareLink,
  shareLinksAnswer,
  shareReportBody,
} from '../sharing/schemas.ts'
import { opaque } from '../text.ts'
import { endpoint, idParams } from './endpoint.ts'

/** Any token: one that was never a link gets the page that says so. */
const tokenParams = z.object({ shareToken: opaque(100) })
/** Any text: one that is no video's id gets the page that says so. */
const pageParams = z.object({ id: opaque(100) })
/** Any text: one that is no rider's name gets the page that says so. */
const riderParams = z.object({ riderName: opaque(100) })
/** Signed: a forged one is refused. */
const signedParams = z.object({ token: opaque(300) })
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
  videoPage: endpoint({
    permission: 'public',
    summary: 'The page of a video; of a published one for anyone',
    params: pageParams,
    produces: 'text/html',
  }),
  videoEmbed: endpoint({
    permission: 'public',
    summary: 'The player of a published video, for a frame of another site; t is the second it starts at',
    params: pageParams,
    produces: 'text/html',
  }),
  publicVideo: endpoint({
    permission: 'public',
    summary: 'A published video with its highlights, as anyone may see it',
    params: idParams,
    answer: publicVideoAnswer,
    refusals: [404],
  }),
  publicRideData: endpoint({
    permission: 'public',
    summary: "The plots of a published video's ride, and its map if the rider shows it",
    params: idParams,
    answer: rideDataAnswer,
    refusals: [404],
  }),
  reportVideo: endpoint({
    permission: 'public',
    summary: 'Report a published video to staff',
    params: idParams,
    body: shareReportBody,
    answer: okAnswer,
    refusals: [404, 429],
  }),
  riderPage: endpoint({
    permission: 'public',
    summary: "A rider's public page",
    params: riderParams,
    produces: 'text/html',
  }),
  riderFeed: endpoint({
    permission: 'public',
    summary: "A rider's published rides as RSS 2.0",
    params: riderParams,
    produces: 'application/rss+xml',
    refusals: [404],
  }),
  publicRider: endpoint({
    permission: 'public',
    summary: "A rider's published rides with their totals and records, as anyone may see them",
    params: riderParams,
    answer: publicRider,
    refusals: [404],
  }),
  followRider: endpoint({
    permission: 'public',
    summary:
      "Mail a link that makes an address follow a rider; the answer doesn't tell whether it does already",
    params: riderParams,
    body: followBody,
    answer: okAnswer,
    refusals: [404, 429],
  }),
  followLink: endpoint({
    permission: 'signed',
    summary: 'A page that asks before an address follows a rider',
    params: signedParams,
    hidden: true,
  }),
  confirmFollow: endpoint({
    permission: 'signed',
    summary: 'Follow a rider with the address that the link was mailed to',
    params: signedParams,
    hidden: true,
  }),
  unfollowLink: endpoint({
    permission: 'signed',
    summary: 'A page that asks before an address stops following a rider',
    params: signedParams,
    hidden: true,
  }),
  unfollow: endpoint({
    permission: 'signed',
    summary: 'Stop following a rider (RFC 8058)',
    params: signedParams,
    hidden: true,
  }),
  ownRiderPage: endpoint({
    permission: 'profile:own',
    summary: 'The name of your public page, and whether anyone may see it',
    answer: ownRiderPage,
  }),
  changeRiderPage: endpoint({
    permission: 'profile:own',
    summary: 'Choose the name of your public page, and whether anyone may see it',
    body: riderPageBody,
    answer: ownRiderPage,
    refusals: [409],
  }),
  shareReports: endpoint({
    permission: 'video:review',
    summary: 'List shared videos that were reported, newest report first',
    query: reportedQuery,
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
