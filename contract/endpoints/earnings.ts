import { z } from 'zod'
import { payoutBudget, payoutBudgetBody, viewBudget } from '../money/budget.ts'
import {
  earningsReport,
  earningsSeries,
  milestoneState,
  month,
  periodQuery,
  statementSummary,
  transaction,
  transactionsQuery,
  zoneOfViewer,
} from '../money/earnings.ts'
import { platformIncome, platformIncomeBody } from '../money/income.ts'
import { projectionAnswer } from '../videos.ts'
import { endpoint, noBody, userParams } from './endpoint.ts'

export const earningsEndpoints = {
  projection: endpoint({
    permission: 'earnings:own',
    scope: 'earnings:read',
    summary: 'What your videos would earn if published, at 1,000 views each',
    answer: projectionAnswer,
  }),
  earningsReport: endpoint({
    permission: 'earnings:own',
    scope: 'earnings:read',
    summary: 'What was earned and paid out in a period',
    query: periodQuery,
    answer: earningsReport,
  }),
  earningsSeries: endpoint({
    permission: 'earnings:own',
    scope: 'earnings:read',
    summary: 'The same period by day and by video',
    query: periodQuery,
    answer: earningsSeries,
  }),
  transactions: endpoint({
    permission: 'earnings:own',
    scope: 'earnings:read',
    summary: 'List every movement of your money with its explanation, newest first',
    query: transactionsQuery,
    answer: z.array(transaction),
  }),
  viewBudget: endpoint({
    permission: 'earnings:own',
    scope: 'earnings:read',
    summary: "Whether new views are posted at once or wait for the next month's budget; null: there is none",
    answer: viewBudget,
  }),
  payoutBudget: endpoint({
    permission: 'admin:manage',
    summary: "What riders' shares of new views may add up to in a month, what is used, and what waits for it",
    answer: payoutBudget,
  }),
  setPayoutBudget: endpoint({
    permission: 'admin:manage',
    summary: "Limit what riders' shares of new views add up to in a month; null: no budget",
    body: payoutBudgetBody,
    answer: payoutBudget,
  }),
  platformIncome: endpoint({
    permission: 'admin:manage',
    summary:
      'What views cost and promised riders, and what platforms paid, by month and platform, newest first',
    answer: platformIncome,
  }),
  setPlatformIncome: endpoint({
    permission: 'admin:manage',
    summary: 'Enter what a platform paid for a month; null: take the entered amount back',
    body: platformIncomeBody,
    answer: platformIncome,
  }),
  statements: endpoint({
    permission: 'earnings:own',
    scope: 'earnings:read',
    summary: 'List the months with movements, newest first',
    query: zoneOfViewer,
    answer: z.array(statementSummary),
  }),
  statementCsv: endpoint({
    permission: 'earnings:own',
    scope: 'earnings:read',
    summary: "Download a month's statement as CSV",
    params: z.object({ month: month }),
    query: zoneOfViewer,
    produces: 'text/csv',
  }),
  statementPdf: endpoint({
    permission: 'earnings:own',
    scope: 'earnings:read',
    summary: "Download a month's statement as PDF",
    params: z.object({ month: month }),
    query: zoneOfViewer,
    produces: 'application/pdf',
  }),
  checkMilestones: endpoint({
    permission: 'earnings:own',
    summary: 'Send notifications for milestones that were newly reached, each once',
    params: userParams,
    body: noBody,
    answer: milestoneState,
    refusals: [404],
  }),
}
