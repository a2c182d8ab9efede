import { catalog } from '#server/core/sentences.ts'

/** Why a month can't be closed or corrected. Months are as in 2026-11. */
export const refusals = catalog('accounting', {
  correctionDecided: ({ state }: { state: string }) => `This correction is already ${state}.`,
  findings: ({ count, first }: { count: number; first: string }) =>
    `The ledger check has ${count === 1 ? 'a finding' : `${count} findings`}: ${first}.`,
  monthOpen: ({ month }: { month: string }) => `${month} isn't closed yet, so it doesn't need a correction.`,
  nextMonth: ({ month }: { month: string }) => `The next month to close is ${month}.`,
  nothingPosted: 'Nothing has been posted yet, so there is no month to close.',
  notOver: ({ month }: { month: string }) => `${month} isn't over yet in UTC.`,
  ownCorrection: 'You proposed this correction. Someone else has to approve it.',
})
