import { test } from '../fixtures.ts'
import { lookAt } from '../support.ts'
import { makeReel } from './reels-journey.ts'
import { section } from './reels-support.ts'

test('a rider makes a reel on a desktop: selects, orders, trims, previews, renders and downloads it', async ({
  page,
}) => {
  await makeReel(page, 'desktop', { width: 1440, height: 900 }, screen =>
    lookAt(page, screen, screen === 'reel-rendered' ? section(page) : undefined),
  )
})
