import { z } from 'zod'
import {
  deskItem,
  deskQuery,
  disputeDetail,
  disputeParams,
  evidenceBody,
  evidenceFile,
  evidenceFileQuery,
} from '../money/desk.ts'
import { endpoint } from './endpoint.ts'

export const deskEndpoints = {
  desk: endpoint({
    permission: 'admin:manage',
    summary: 'List disputes, early fraud warnings, refunds or credits with their next date',
    query: deskQuery,
    answer: z.array(deskItem),
  }),
  dispute: endpoint({
    permission: 'admin:manage',
    summary: "A dispute's evidence at Stripe, and what we know for it",
    params: disputeParams,
    answer: disputeDetail,
    refusals: [404, 503],
  }),
  disputeFile: endpoint({
    permission: 'admin:manage',
    summary: 'Send a file for evidence to Stripe: PDF, JPEG or PNG, at most 5 MB',
    params: disputeParams,
    query: evidenceFileQuery,
    answer: evidenceFile,
    refusals: [404, 409, 413, 503],
  }),
  disputeEvidence: endpoint({
    permission: 'admin:manage',
    summary: 'Save evidence at Stripe as a draft, or submit it to the bank for good',
    params: disputeParams,
    body: evidenceBody,
    answer: disputeDetail,
    refusals: [404, 409, 503],
  }),
}
