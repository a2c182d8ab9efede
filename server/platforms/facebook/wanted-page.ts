import type { WantedAccount } from '../port.ts'

/** Of the Pages that a person allowed, the one that is connected again, else the first that isn't connected yet. */
export const wantedPage = <P extends { id: string }>(
  pages: readonly P[],
  { externalId, known }: WantedAccount,
): P | undefined =>
  pages.find(({ id }) => id === externalId) ?? pages.find(({ id }) => !known.includes(id)) ?? pages[0]
