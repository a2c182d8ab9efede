import { catalog } from '#server/platform/sentences.ts'

/** Why a report of earnings can't be made. */
export const sentences = catalog('earnings', {
  endsBeforeStart: 'The period ends before it starts. Choose a later end date.',
  twoYears: 'A report can cover up to two years.',
})
