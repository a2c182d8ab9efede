import type { AccountFilter } from '../connector.ts'

/** Of the Pages a person granted, the one being reconnected, otherwise the first that isn't connected yet. */
export const wantedPage = <P extends { id: string }>(
  pages: readonly P[],
  { externalId, known }: AccountFilter,
): P | undefined =>
  pages.find(({ id }) => id === externalId) ?? pages.find(({ id }) => !known.includes(id)) ?? pages[0]
