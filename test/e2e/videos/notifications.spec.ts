import { mkdtempSync, statSync, truncateSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeClip } from '../../media/clip.ts'
import { expect, test } from '../fixtures.ts'
import { expectSound, lookAt, signUp, uploadByApi } from '../support.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-bell-'))
const broken = path.join(folder, 'broken.mp4')

test.beforeAll(async () => {
  await makeClip(broken)
  truncateSync(broken, Math.floor(statSync(broken).size * 0.8))
})

test('the bell counts new notifications live, and marks them read one by one or all at once', async ({
  page,
}) => {
  await signUp(page, 'bell.rider@trailcut.example')
  const bell = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(bell('Notifications')).toBeVisible()
  await bell('Notifications').click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('No notifications yet')
  await page.keyboard.press('Escape')

  // The event stream brings it: nothing is pressed or reloaded.
  await uploadByApi(page, broken, 'First try')
  await expect(bell('Notifications, 1 unread')).toBeVisible()
  await uploadByApi(page, broken, 'Second try')
  await uploadByApi(page, broken, 'Third try')
  await expect(bell('Notifications, 3 unread')).toBeVisible()

  await bell('Notifications, 3 unread').click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByText('Processing failed').first()).toBeAttached()
  await lookAt(page, 'bell', panel)
  await panel
    .getByRole('button', { name: /^Mark as Read: / })
    .first()
    .click()
  await expect(bell('Notifications, 2 unread')).toBeVisible()
  await panel.getByRole('link', { name: 'All notifications' }).click()
  await expect(page).toHaveURL(/\/inbox$/)
  await expect(page.getByText('2 unread', { exact: true })).toBeVisible()
  await expectSound(page, 'inbox')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell('Notifications')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Mark as Read/ })).toHaveCount(0)
})

test('without the event stream, the page polls the list', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/notifications/stream', route => route.abort())
  await signUp(page, 'bell.fallback@trailcut.example')
  await uploadByApi(page, broken, 'Unheard')
  await expect
    .poll(async () => {
      await page.clock.fastForward(31_000)
      return page.getByRole('button', { name: 'Notifications, 1 unread' }).isVisible()
    })
    .toBe(true)
})
