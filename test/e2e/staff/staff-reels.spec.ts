import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base, lookAt, scrollUntil } from '../support.ts'
import { makeAnalyzed, openAsRider, openAsStaff } from './staff-support.ts'

runOnOwnServer()

const made = (page: Page) => page.getByRole('region', { name: 'Reels made by hand' })

test('staff make a reel from Review, and come back to the video they reviewed', async ({ browser }) => {
  test.slow()
  const rider = await openAsRider(browser, 'reels.reviewed@trailcut.example')
  const [id] = await makeAnalyzed(rider, ['Reviewed ride'], 'long')
  const page = await openAsStaff(browser, 'moderator')
  await page.goto(`${base()}/admin/ai-highlights?video=${id}`)
  await page.getByRole('tab', { name: 'Compilations' }).click()
  const makeReel = made(page).getByRole('button', { name: 'Make a reel' })
  await scrollUntil(made(page), makeReel)
  await makeReel.click()
  const maker = page.getByRole('dialog', { name: 'Make a reel' })
  // A new reel starts with the best of the ride.
  await expect(maker.getByRole('button', { name: 'Remove piece 1', exact: true })).toBeVisible()
  // Letters are text here, not decisions about the video.
  await maker.getByLabel('Title card').fill('')
  await maker.getByLabel('Title card').pressSequentially('Staff pick ar')
  await maker.getByRole('button', { name: 'Render reel' }).click()
  await expect(maker).toBeHidden()
  await expect(page.getByRole('heading', { level: 2, name: 'Reviewed ride', exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Compilations' })).toHaveAttribute('data-state', 'active')
  await expect(made(page).getByRole('link', { name: /^Download/ })).toBeVisible({ timeout: 90_000 })
  await lookAt(page, 'review-reels', made(page))
  // Its rider sees it too.
  await rider.goto(`${base()}/v/${id}#reels`)
  const theirs = rider.getByRole('region', { name: 'Your reels' })
  await expect(theirs.getByRole('heading', { name: 'Staff pick ar' })).toBeVisible()
  await expect(theirs.getByText('Made by our staff')).toBeVisible()
  await rider.context().close()
  await page.context().close()
})
