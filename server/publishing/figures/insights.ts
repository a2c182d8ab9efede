import type { PublishingInsights } from '#contract/publishing/figures.ts'
import { engagementOf, percentOf } from '../rules.ts'
import type { PlatformFigures } from './figures.ts'

/** Every platform counts equally, however many views it has. */
const averageOf = (rates: readonly number[]) =>
  rates.length ? Math.round((rates.reduce((a, b) => a + b, 0) / rates.length) * 10) / 10 : 0

/** Publishing performance over everything published. Platforms are shown side by side, not blended. */
export function insightsOf(figures: readonly PlatformFigures[], failed: number): PublishingInsights {
  const all = figures.reduce(
    (sum, f) => ({
      publications: sum.publications + f.publications,
      views: sum.views + f.views,
      likes: sum.likes + f.likes,
      comments: sum.comments + f.comments,
      shares: sum.shares + f.shares,
    }),
    { publications: 0, views: 0, likes: 0, comments: 0, shares: 0 },
  )
  const best = figures.toSorted((a, b) => b.views / b.publications - a.views / a.publications)[0]
  return {
    successRate: percentOf(all.publications, all.publications + failed),
    avgEngagement: averageOf(figures.filter(f => f.views > 0).map(engagementOf)),
    // Nothing leads before there are views.
    topPerformingPlatform: best && best.views > 0 ? best.platform : null,
    totalPublications: all.publications,
    perPlatform: figures.map(f => ({
      platform: f.platform,
      publications: f.publications,
      views: f.views,
      likes: f.likes,
      engagement: engagementOf(f),
    })),
  }
}
