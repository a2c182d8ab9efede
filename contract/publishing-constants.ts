/** What the browser needs of publishing without the schemas. */
export * from './platforms/index.ts'

export const publicationStates = [
  'scheduled',
  'queued',
  'uploading',
  'processing',
  'published',
  'failed',
  'unknown',
  'cancelled',
] as const

export const pollSeconds = { queue: 30, insights: 60, analytics: 300 } as const
export const calendarEntriesShown = 14
export const analyticsEntriesShown = 5
