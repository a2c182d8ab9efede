import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import {
  accountingMonths,
  accountingPeriod,
  correction,
  correctionBody,
  correctionParams,
  decideCorrectionBody,
  entriesQuery,
  journalQuery,
  ledgerEntry,
  moneyOverview,
  monthParams,
  peopleMoneyQuery,
  personMoney,
  taxRows,
  taxYearQuery,
  trialBalance,
} from '../money/accounting.ts'
import { endpoint, noBody } from './endpoint.ts'

export const accountingEndpoints = {
  moneyOverview: endpoint({
    permission: 'admin:manage',
    summary: 'What is owed to riders, what plans bring, fees, and the last check of the ledger',
    answer: moneyOverview,
  }),
  checkLedger: endpoint({
    permission: 'admin:manage',
    summary: 'Check the ledger now, in the background; the overview tells how far it is',
    body: noBody,
    answer: okAnswer,
  }),
  peopleMoney: endpoint({
    permission: 'admin:manage',
    summary: 'List balances by person, most owed first',
    query: peopleMoneyQuery,
    answer: z.array(personMoney),
  }),
  ledgerEntries: endpoint({
    permission: 'admin:manage',
    summary: 'List entries of the ledger in sentences, newest first; search by rider, days or Stripe id',
    query: entriesQuery,
    answer: z.array(ledgerEntry),
  }),
  taxRows: endpoint({
    permission: 'admin:manage',
    summary: 'List what everybody was paid in a year, with the tax form that it may need',
    query: taxYearQuery,
    answer: taxRows,
  }),
  taxRowsCsv: endpoint({
    permission: 'admin:manage',
    summary: 'Download the tax rows of a year as CSV',
    query: taxYearQuery,
    produces: 'text/csv',
  }),
  trialBalance: endpoint({
    permission: 'admin:manage',
    summary: 'Opening, debits, credits and closing of every account, by days in UTC',
    query: accountingPeriod,
    answer: trialBalance,
  }),
  accountingMonths: endpoint({
    permission: 'admin:manage',
    summary: 'Closed months, and the one that can be closed next',
    answer: accountingMonths,
  }),
  closeMonth: endpoint({
    permission: 'admin:manage',
    summary: 'Close a month for good; the check of the ledger must have no finding',
    params: monthParams,
    body: noBody,
    answer: okAnswer,
    refusals: [409],
  }),
  corrections: endpoint({
    permission: 'admin:manage',
    summary: 'List corrections of closed months, newest first',
    answer: z.array(correction),
  }),
  proposeCorrection: endpoint({
    permission: 'admin:manage',
    summary: 'Propose a correction of a closed month; a second admin posts it',
    body: correctionBody,
    answer: okAnswer,
    refusals: [409],
  }),
  decideCorrection: endpoint({
    permission: 'admin:manage',
    summary: 'Post a correction that somebody else proposed, dated today, or drop it',
    params: correctionParams,
    body: decideCorrectionBody,
    answer: okAnswer,
    refusals: [404, 409],
  }),
  trialBalanceCsv: endpoint({
    permission: 'admin:manage',
    summary: 'Download the trial balance as CSV',
    query: accountingPeriod,
    produces: 'text/csv',
  }),
  ledgerCsv: endpoint({
    permission: 'admin:manage',
    summary: 'Download every line of the ledger as CSV; times are UTC',
    query: accountingPeriod,
    produces: 'text/csv',
  }),
  journalCsv: endpoint({
    permission: 'admin:manage',
    summary: 'Download journals in cents for QuickBooks Online or Xero',
    query: journalQuery,
    produces: 'text/csv',
  }),
}
