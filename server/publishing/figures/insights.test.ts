import { expect, test } from 'vitest'
import type { PlatformFigures } from './figures.ts'
import { insightsOf } from './insights.ts'

const figures = (
  platform: PlatformFigures['platform'],
  publications: number,
  views: number,
): PlatformFigures => ({ platform, publications, views, likes: 0, comments: 0, shares: 0 })

test('the platform with the most views per publication leads', () => {
  const all = [figures('youtube', 10, 1000), figures('tiktok', 2, 400)]
  expect(insightsOf(all, 4)).toMatchObject({
    topPerformingPlatform: 'tiktok',
    totalPublications: 12,
    successRate: 75,
  })
})

test('nothing leads before there are views', () => {
  const all = [figures('tiktok', 1, 0), figures('youtube', 1, 0)]
  expect(insightsOf(all, 0).topPerformingPlatform).toBeNull()
  expect(insightsOf([], 0)).toMatchObject({ topPerformingPlatform: null, successRate: 0 })
})
