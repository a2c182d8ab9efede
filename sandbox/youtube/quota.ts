import type { Platform } from '../social/platform.ts'

const pacificDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })

/** Counts units per day; quota days start at midnight Pacific Time. */
function perDay(platform: Platform, limit: () => number) {
  let day = ''
  let used = 0
  /** @returns whether the day's units are used up; refused calls cost nothing */
  return (units: number): boolean => {
    const today = pacificDay.format(platform.now())
    if (today !== day) {
      day = today
      used = 0
    }
    if (used + units > limit()) return true
    used += units
    return false
  }
}

/** The calls a project may make in a day. */
export interface Quota {
  /** everything except uploads and counters: 10,000 units unless Google grants more */
  general(units: number): boolean
  /** videos.insert: 100 calls */
  uploads(units: number): boolean
  /** videos.batchGetStats: 10,000 calls */
  counters(units: number): boolean
}

/**
 * Units of the calls used here (https://developers.google.com/youtube/data/determine_quota_cost, November
 * 2026).
 */
export const unitsOf = {
  'videos.list': 1,
  'channels.list': 1,
  'playlistItems.list': 1,
  'thumbnails.set': 50,
  'captions.insert': 400,
  'playlistItems.insert': 50,
  'videos.update': 50,
  'videos.delete': 50,
} as const

export const quotaOf = (platform: Platform): Quota => ({
  general: perDay(platform, () => platform.switches.dailyUnits),
  uploads: perDay(platform, () => (platform.throttled ? 100 : Number.POSITIVE_INFINITY)),
  counters: perDay(platform, () => 10_000),
})
