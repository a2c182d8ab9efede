/**
 * Tax forms that a year's payees may need (https://www.irs.gov/instructions/i1099mec,
 * https://www.irs.gov/instructions/i1042s).
 */
export const taxForms = ['1099-NEC', '1042-S', 'unknown'] as const
export type TaxForm = (typeof taxForms)[number]

interface Threshold {
  /** the first tax year it applies to */
  year: number
  dollars: number
  source: string
}

/**
 * The yearly amount from which a 1099-NEC is filed. From 2027 it follows inflation in steps of $100: add the year once
 * the IRS has announced it. A 1042-S has no threshold.
 */
export const necThresholds: readonly Threshold[] = [
  { year: 2020, dollars: 600, source: '26 U.S.C. 6041(a), 6041A(a), for payments up to 2025-12-31' },
  {
    year: 2026,
    dollars: 2000,
    source: 'Public Law 119-21, section 70433, for payments after 2025-12-31',
  },
]

/** The threshold of a tax year. */
export const necThresholdOf = (year: number): Threshold =>
  necThresholds.findLast(one => one.year <= year) ?? (necThresholds[0] as Threshold)

export const tinStates = ['provided', 'last_digits', 'missing', 'unknown'] as const
export type TinState = (typeof tinStates)[number]

/**
 * How long we can say what a form rests on: payee, legal name, account and amounts. Payers keep copies of information
 * returns, or what they need to make them again, for 3 years from the due date, and for 4 where backup withholding
 * applies, which it can for everyone whose taxpayer number is missing. The later of the two forms' due dates counts: March 15
 * of the year after.
 */
export const taxRecords = {
  years: 4,
  dueMonth: 3,
  dueDay: 15,
  source: 'https://www.irs.gov/instructions/i1099gi',
} as const

/** The first tax year whose records are kept on a day. */
export function firstTaxYearKept(now: Date): number {
  const { years, dueMonth, dueDay } = taxRecords
  const year = now.getUTCFullYear() - 1 - years
  return Date.UTC(year + 1 + years, dueMonth - 1, dueDay) > now.getTime() ? year : year + 1
}
