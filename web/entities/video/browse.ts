import { videoStatuses } from '#contract/video-statuses.ts'
import type { Video, VideoStatus } from '#contract/videos.ts'
import { perVisit } from '../../lib/visit.ts'

export const orders = ['newest', 'oldest', 'viral', 'views', 'longest', 'title'] as const
export type Order = (typeof orders)[number]

export interface Browsing {
  search: string
  status: VideoStatus | 'all'
  order: Order
}

export const browsingAll: Browsing = { search: '', status: 'all', order: 'newest' }

type Browsed = Pick<
  Video,
  | 'title'
  | 'description'
  | 'fileName'
  | 'status'
  | 'createdAt'
  | 'views'
  | 'duration'
  | 'aiViralPotentialScore'
>

const byText = perVisit(({ locale }) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }))

const comparisons: Record<Order, (a: Browsed, b: Browsed) => number> = {
  newest: (a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0),
  oldest: (a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0),
  viral: (a, b) => (b.aiViralPotentialScore ?? -1) - (a.aiViralPotentialScore ?? -1),
  views: (a, b) => b.views - a.views,
  longest: (a, b) => b.duration - a.duration,
  title: (a, b) => byText().compare(a.title, b.title),
}

/** The videos with every search word in the title, description or file name and with the chosen status, sorted. */
export function browse<V extends Browsed>(videos: readonly V[], { search, status, order }: Browsing): V[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return videos
    .filter(video => {
      if (status !== 'all' && video.status !== status) return false
      if (words.length === 0) return true
      const text = `${video.title}\n${video.description}\n${video.fileName}`.toLowerCase()
      return words.every(word => text.includes(word))
    })
    .sort(comparisons[order])
}

/** The statuses among these videos, in lifecycle order, with the number of videos for each. */
export function statusesIn(videos: readonly Pick<Video, 'status'>[]): [VideoStatus, number][] {
  const counts = new Map<VideoStatus, number>()
  for (const { status } of videos) counts.set(status, (counts.get(status) ?? 0) + 1)
  return videoStatuses.flatMap(status => {
    const count = counts.get(status)
    return count === undefined ? [] : [[status, count] as [VideoStatus, number]]
  })
}
