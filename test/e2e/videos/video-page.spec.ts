import { expect, type Page, test } from '../fixtures.ts'
import { addReadyVideo } from '../ready-videos.ts'
import { base, lookAt, signUp, userIdOf } from '../support.ts'

test.use({ serviceWorkers: 'block' })

const player = (page: Page, title: string) => page.getByRole('region', { name: `Video player: ${title}` })

test('shows a rider their video, and loads the player only when it is played', async ({ page }) => {
  await signUp(page, 'page.rider@trailcut.example')
  const id = await addReadyVideo('long', await userIdOf(page), 'Ridge at dawn')
  await page.goto(base())
  await page.getByRole('link', { name: 'Ridge at dawn', exact: true }).click()
  await expect(page).toHaveURL(`${base()}/v/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ridge at dawn' })).toBeFocused()
  const play = page.getByRole('button', { name: 'Play: Ridge at dawn' })
  await lookAt(page, 'video-page', play)
  await expect(page.locator('video')).toHaveCount(0)
  await play.click()
  await expect(player(page, 'Ridge at dawn')).toBeFocused()
})
