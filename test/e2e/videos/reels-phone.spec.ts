import { test } from '../fixtures.ts'
import { makeReel } from './reels-journey.ts'

// The screens themselves are looked at in reels.spec.ts, in both sizes.
test('a rider makes a reel on a phone: selects, orders, trims, previews, renders and downloads it', async ({
  page,
}) => {
  await makeReel(page, 'phone', { width: 390, height: 844 })
})
