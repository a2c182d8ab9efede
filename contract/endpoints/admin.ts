import { z } from 'zod'
import { adminUser, okAnswer, userRoleBody } from '../accounts.ts'
import {
  activityEntry,
  activityQuery,
  adminUsersFilter,
  adminVideo,
  adminVideosQuery,
  platformStats,
  suspendBody,
} from '../admin.ts'
import { auditFilter, auditLine, auditQuery } from '../audit.ts'
import { emailPreview, mailTemplate, sendDigestAnswer, sendDigestBody } from '../mail.ts'
import { endpoint, idParams, noBody, userParams } from './endpoint.ts'

export const adminEndpoints = {
  adminUsers: endpoint({
    permission: 'admin:manage',
    summary: 'List users, newest first; the header x-next-cursor leads to the next page',
    query: adminUsersFilter,
    answer: z.array(adminUser),
  }),
  userRole: endpoint({
    permission: 'admin:manage',
    summary: "Change a user's role and end their sessions; the last admin stays one",
    params: userParams,
    body: userRoleBody,
    answer: okAnswer,
    refusals: [404, 409],
  }),
  suspendUser: endpoint({
    permission: 'admin:manage',
    summary: 'Suspend an account: its sessions end, uploads and payouts stop; the user reads the reason',
    params: userParams,
    body: suspendBody,
    answer: okAnswer,
    refusals: [404, 409],
  }),
  unsuspendUser: endpoint({
    permission: 'admin:manage',
    summary: 'End a suspension',
    params: userParams,
    body: noBody,
    answer: okAnswer,
    refusals: [404],
  }),
  userTwoFactor: endpoint({
    permission: 'admin:manage',
    summary: "Reset a user's two-step verification and end their sessions",
    params: userParams,
    answer: okAnswer,
    refusals: [404],
  }),
  audit: endpoint({
    permission: 'admin:manage',
    summary: 'List what staff did, newest first, with a sentence for each entry',
    query: auditQuery,
    answer: z.array(auditLine),
  }),
  auditCsv: endpoint({
    permission: 'admin:manage',
    summary: 'Download the audit log as CSV',
    query: auditFilter,
    produces: 'text/csv',
  }),
  platformStats: endpoint({
    permission: 'admin:manage',
    summary: 'Figures for the whole platform',
    answer: platformStats,
  }),
  adminStats: endpoint({
    permission: 'staff:figures',
    summary: 'The same figures for the notifications page',
    answer: platformStats,
  }),
  adminVideos: endpoint({
    permission: 'admin:manage',
    summary: 'List all videos, newest first; the header x-next-cursor leads to the next page',
    query: adminVideosQuery,
    answer: z.array(adminVideo),
  }),
  activity: endpoint({
    permission: 'admin:manage',
    summary: 'Recent activity, in words',
    query: activityQuery,
    answer: z.array(activityEntry),
  }),
  videoHistory: endpoint({
    permission: 'video:review',
    summary: 'Everything that was done to a video',
    params: idParams,
    query: activityQuery,
    answer: z.array(activityEntry),
  }),
  userHistory: endpoint({
    permission: 'admin:manage',
    summary: 'Everything that was done to an account',
    params: userParams,
    query: activityQuery,
    answer: z.array(activityEntry),
  }),
  emailTemplate: endpoint({
    permission: 'staff:figures',
    summary: 'Preview an email, made from sample data by the real templates',
    params: z.object({ name: mailTemplate }),
    answer: emailPreview,
  }),
  emailTemplatePage: endpoint({
    permission: 'staff:figures',
    summary: "The preview's HTML as a page of its own, for a frame",
    params: z.object({ name: mailTemplate }),
    produces: 'text/html',
  }),
  sendWeeklyDigest: endpoint({
    permission: 'staff:figures',
    summary: "Email the platform's figures to a staff member now",
    body: sendDigestBody,
    answer: sendDigestAnswer,
    refusals: [503],
  }),
}
