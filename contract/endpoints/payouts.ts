import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import {
  adminPayout,
  adminPayoutsFilter,
  adminPayoutsQuery,
  completePayoutBody,
  holdPayoutBody,
  payout,
  payoutDestinationBody,
  payoutDestinationLink,
  payoutEvidence,
  payoutFunding,
  payoutLimits,
  payoutLimitsBody,
  payoutPreferences,
  payoutPreferencesBody,
  payoutSummary,
  payoutTotals,
} from '../money/payouts.ts'
import { endpoint } from './endpoint.ts'

export const payoutEndpoints = {
  payoutSummary: endpoint({
    permission: 'earnings:own',
    summary: 'Balance, threshold, next payout, and whether you can request one now',
    answer: payoutSummary,
  }),
  payoutHistory: endpoint({
    permission: 'earnings:own',
    summary: 'List your payouts, newest first',
    answer: z.array(payout),
  }),
  triggerPayout: endpoint({
    permission: 'earnings:own',
    summary: 'Request a payout of everything that can be paid',
    answer: payout,
    refusals: [404, 409],
  }),
  payoutPreferences: endpoint({
    permission: 'earnings:own',
    summary: 'Set the threshold, $25 to $500, and how often to pay',
    body: payoutPreferencesBody,
    answer: payoutPreferences,
  }),
  payoutDestination: endpoint({
    permission: 'earnings:own',
    summary: 'Say in which country your bank account is, and get the address of the page where you add it',
    body: payoutDestinationBody,
    answer: payoutDestinationLink,
    refusals: [409, 503],
  }),
  adminPayouts: endpoint({
    permission: 'admin:manage',
    summary: "List everyone's payouts, newest first",
    query: adminPayoutsQuery,
    answer: z.array(adminPayout),
  }),
  payoutTotals: endpoint({
    permission: 'admin:manage',
    summary: 'Totals of the payouts that a filter finds',
    query: adminPayoutsFilter,
    answer: payoutTotals,
  }),
  payoutsCsv: endpoint({
    permission: 'admin:manage',
    summary: 'Download the payouts that a filter finds as CSV',
    query: adminPayoutsFilter,
    produces: 'text/csv',
  }),
  payoutEvidence: endpoint({
    permission: 'admin:manage',
    summary: 'What a payout is made of: counts by video and platform, counts on hold, the age of the account',
    params: z.object({ payoutId: z.uuid() }),
    answer: payoutEvidence,
    refusals: [404],
  }),
  payoutFunding: endpoint({
    permission: 'admin:manage',
    summary: 'What the next payouts need at Stripe, what is there, and what to add by when',
    answer: payoutFunding,
  }),
  payoutLimits: endpoint({
    permission: 'admin:manage',
    summary: 'How much may be sent in a day, what was sent today, and what waits because of it',
    answer: payoutLimits,
  }),
  setPayoutLimits: endpoint({
    permission: 'admin:manage',
    summary: 'Limit how much is sent in a day, in total and to one rider; null: no limit',
    body: payoutLimitsBody,
    answer: payoutLimits,
  }),
  approvePayout: endpoint({
    permission: 'admin:manage',
    summary: 'Approve a payout that needs a second person',
    params: z.object({ payoutId: z.uuid() }),
    answer: okAnswer,
    refusals: [404, 409],
  }),
  holdPayout: endpoint({
    permission: 'admin:manage',
    summary: 'Put a payout on hold',
    params: z.object({ payoutId: z.uuid() }),
    body: holdPayoutBody,
    answer: okAnswer,
    refusals: [404, 409],
  }),
  completePayout: endpoint({
    permission: 'admin:manage',
    summary: 'Record that a payout was sent by hand',
    params: z.object({ payoutId: z.uuid() }),
    body: completePayoutBody,
    answer: okAnswer,
    refusals: [404, 409],
  }),
}
