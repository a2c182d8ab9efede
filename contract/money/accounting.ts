import { z } from 'zod'
import { finding } from '../findings.ts'
import { line, lines, opaque } from '../text.ts'
import { correctable } from './constants.ts'
import { dollars, month, typedAmount } from './earnings.ts'
import { taxForms, tinStates } from './tax-forms.ts'

/** Exact dollars as digits with six decimals: '-0.035000'. */
const exact = z.string().regex(/^-?\d+\.\d{6}$/)
export const stripeObjectId = opaque(120).regex(/^[a-z]{2,8}_[A-Za-z0-9_]{3,}$/, finding('stripeId'))
const day = z.iso.date(finding('day'))

/** Days in UTC, both included, at most 366. */
export const accountingPeriod = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, finding('periodBackwards'))
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 < 366, finding('periodTooLong'))

/** GET /api/admin/accounting/trial-balance. A balance above zero is a credit, below zero a debit. */
export const trialBalance = z.object({
  from: z.string(),
  to: z.string(),
  accounts: z.array(
    z.object({
      account: z.string(),
      name: z.string(),
      opening: exact,
      debits: exact,
      credits: exact,
      closing: exact,
    }),
  ),
  total: z.object({ opening: exact, debits: exact, credits: exact, closing: exact }),
})
export type TrialBalance = z.infer<typeof trialBalance>

/** GET /api/admin/accounting/months. */
export const accountingMonths = z.object({
  /** newest first */
  closed: z.array(
    z.object({
      month,
      closedAt: z.string(),
      closedBy: z.string(),
      entries: z.number().int(),
    }),
  ),
  /** the next month to close; null if nothing was posted before the current month */
  next: z.object({ month, ready: z.boolean() }).nullable(),
})
export type AccountingMonths = z.infer<typeof accountingMonths>
export const monthParams = z.object({ month })

/** A correction of a closed month. It is posted on the day a second admin approves it. */
export const correction = z.object({
  id: z.string(),
  month,
  reason: z.string(),
  debit: z.enum(correctable),
  credit: z.enum(correctable),
  amount: dollars,
  state: z.enum(['proposed', 'posted', 'rejected']),
  proposedBy: z.string(),
  proposedAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** whether the viewer proposed it, so someone else has to approve it */
  own: z.boolean(),
})
export type Correction = z.infer<typeof correction>
export const correctionBody = z
  .object({
    month,
    reason: lines(300, { min: 3, short: finding('reason') }),
    debit: z.enum(correctable),
    credit: z.enum(correctable),
    amount: typedAmount(1_000_000),
  })
  .refine(({ debit, credit }) => debit !== credit, finding('differentAccounts'))
export const correctionParams = z.object({ correctionId: z.uuid() })
export const decideCorrectionBody = z.object({ accept: z.boolean() })

/**
 * GET /api/admin/accounting/journal.csv: totals by account for each day or month, in the format each program imports.
 */
export const journalQuery = accountingPeriod.safeExtend({
  format: z.enum(['quickbooks', 'xero']),
  by: z.enum(['day', 'month']).default('month'),
})

/** GET /api/admin/accounting/tax-rows: everyone who was paid in a calendar year, in UTC. Dollars before payout fees. */
export const taxYearQuery = z.object({ year: z.coerce.number().int().min(2020).max(2100) })
export const taxRows = z.object({
  year: z.number().int(),
  threshold: z.object({ amount: dollars, source: z.string() }),
  rows: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      /** as Stripe has it, also of deleted accounts; null: not known */
      legalName: z.string().nullable(),
      /** of their account at Stripe; null: paid by hand only */
      stripeAccount: z.string().nullable(),
      /** two letters; null if unknown */
      country: z.string().nullable(),
      paid: dollars,
      form: z.enum(taxForms),
      /** whether the form has to be filed; null while the country is unknown */
      due: z.boolean().nullable(),
      /** whether Stripe has their taxpayer number; we never read the number itself */
      tin: z.enum(tinStates),
    }),
  ),
})
export type TaxRows = z.infer<typeof taxRows>

/** GET /api/admin/accounting/overview. Dollars. */
export const moneyOverview = z.object({
  riders: z.object({
    payable: dollars,
    onHold: dollars,
    inTransit: dollars,
    paid: dollars,
    /** with a balance */
    count: z.number().int(),
  }),
  plans: z.object({
    /** recognized: for days that have passed */
    recognized: dollars,
    recognizedThisMonth: dollars,
    /** deferred: for days still to come */
    deferred: dollars,
    tax: dollars,
  }),
  views: z.object({ revenue: dollars, platform: dollars }),
  fees: z.object({ cards: dollars, payouts: dollars }),
  /** the last check of the ledger; null before the first */
  check: z
    .object({ at: z.string(), findings: z.array(z.object({ rule: z.string(), detail: z.string() })) })
    .nullable(),
  /** a check that was requested and isn't finished: rules done, of how many; 0 of 0 before it starts */
  checking: z.object({ done: z.int(), of: z.int() }).nullable(),
})
export type MoneyOverview = z.infer<typeof moneyOverview>

/** GET /api/admin/accounting/people: riders' balances, most owed first. */
export const personMoney = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  payable: dollars,
  onHold: dollars,
  inTransit: dollars,
  paid: dollars,
})
export type PersonMoney = z.infer<typeof personMoney>
export const peopleMoneyQuery = z.object({
  search: line(100).optional(),
  /** how many were listed so far */
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})

/** GET /api/admin/accounting/entries: the ledger, newest first; amounts are exact dollars, credits above zero. */
export const ledgerEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  type: z.string(),
  /** what happened, in a sentence */
  sentence: z.string(),
  email: z.string().nullable(),
  /** what moved: its credits together */
  amount: exact,
  /** Stripe objects that it names, with their pages in Stripe's dashboard where they have one */
  stripe: z.array(z.object({ id: z.string(), url: z.string().nullable() })),
  lines: z.array(z.object({ name: z.string(), amount: exact })),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>
export const entriesQuery = z.strictObject({
  userId: opaque(100).optional(),
  /** part of a name or an email address, or a user id */
  rider: line(100, { min: 1 }).optional(),
  /** any Stripe object that an entry names: a charge, an invoice, a refund, a dispute, a transfer … */
  stripeId: stripeObjectId.optional(),
  /** days in UTC, both included */
  from: day.optional(),
  to: day.optional(),
  /** id of the last entry listed */
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
