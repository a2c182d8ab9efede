import { z } from 'zod'
import { correctable } from './constants.ts'
import { dollars, month } from './earnings.ts'

/** Dollars exactly, as digits with six decimals: '-0.035000'. */
const exact = z.string().regex(/^-?\d+\.\d{6}$/)
const day = z.iso.date('Give a day as YYYY-MM-DD.')

/** Days in UTC, both included, at most 366. */
export const accountingPeriod = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, 'The period ends before it starts.')
  .refine(
    ({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 < 366,
    'A period has 366 days at most.',
  )

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
  /** what is closed next; null while nothing was posted before the current month */
  next: z.object({ month, ready: z.boolean() }).nullable(),
})
export type AccountingMonths = z.infer<typeof accountingMonths>
export const monthParams = z.object({ month })

/** A correction of a closed month. It is posted on the day on which a second admin agrees. */
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
  /** whether the one who asks proposed it: somebody else has to agree */
  own: z.boolean(),
})
export type Correction = z.infer<typeof correction>
export const correctionBody = z
  .object({
    month,
    reason: z.string().trim().min(3, 'Say why, in a sentence.').max(300),
    debit: z.enum(correctable),
    credit: z.enum(correctable),
    amount: z
      .number()
      .min(0.01, 'The amount must be at least $0.01.')
      .max(1_000_000, 'The amount can be at most $1,000,000.')
      .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Give whole cents.'),
  })
  .refine(({ debit, credit }) => debit !== credit, 'Choose two different accounts.')
export const correctionParams = z.object({ correctionId: z.uuid() })
export const decideCorrectionBody = z.object({ accept: z.boolean() })

/** GET /api/admin/accounting/journal.csv: totals by account for each day or month, as these programs import them. */
export const journalQuery = accountingPeriod.safeExtend({
  format: z.enum(['quickbooks', 'xero']),
  by: z.enum(['day', 'month']).default('month'),
})
