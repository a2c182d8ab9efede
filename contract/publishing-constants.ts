/** What the browser needs of publishing without the schemas. */
export const platforms = ['youtube', 'youtube_shorts', 'tiktok'] as const
export type Platform = (typeof platforms)[number]

/** Whose account and whose limits: Shorts are uploads to the YouTube channel. */
export const channelKinds = ['youtube', 'tiktok'] as const
export type ChannelKind = (typeof channelKinds)[number]

export const platformNames: Record<Platform, string> = {
  youtube: 'YouTube',
  youtube_shorts: 'YouTube Shorts',
  tiktok: 'TikTok',
}

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
