import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeClip } from '../../media/clip.ts'
import { expect, runOnOwnServer, test } from '../fixtures.ts'
import { base, expectSound, lookAt, signInStaff } from '../support.ts'

runOnOwnServer()

const folder = mkdtempSync(path.join(os.tmpdir(), 'trailcut-staff-'))

test('the staff dashboard has six tabs, an upload dialog and the editor', async ({ page }) => {
  // Checks many screens, possibly on a busy machine.
  const clip = await makeClip(path.join(folder, 'dunes.mp4'), { seconds: 6, size: '640x360' })
  await signInStaff(page, 'moderator')
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

  await test.step('overview shows four figures, three quick cards and no notifications yet', async () => {
    for (const label of ['Total Views', 'Total Earnings', 'Videos Published', 'Average Viral Score'])
      await expect(page.getByText(label, { exact: true })).toBeVisible()
    await expect(page.getByText('0.00', { exact: true })).toBeVisible()
    await expect(page.getByText('No notifications yet')).toBeVisible()
    for (const name of ['Overview', 'Tracking', 'Previews', 'Earnings', 'Notifications', 'Profile'])
      await expect(tab(name)).toBeVisible()
    await lookAt(page, 'staff-overview')
  })

  await test.step('tracking is empty and links to the upload', async () => {
    await tab('Tracking').click()
    await expect(page.getByRole('link', { name: 'Upload Your First Video' })).toHaveAttribute(
      'href',
      '/upload',
    )
  })

  await test.step('uploading in the dialog closes it with a toast', async () => {
    await page.getByRole('button', { name: 'Upload New Video' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload New Video' })
    await dialog.locator('input[type=file]').setInputFiles(clip)
    await dialog.getByLabel('Title').fill('Dunes at noon')
    await lookAt(page, 'staff-upload-dialog', dialog)
    // Watched from before the click: a busy machine could miss the few seconds it shows.
    await Promise.all([
      expect(page.getByText('Upload started', { exact: true }).first()).toBeVisible(),
      dialog.getByRole('button', { name: 'Upload Video' }).click(),
    ])
    await expect(dialog).toBeHidden()
  })

  await test.step('tracking follows the video until every step is complete', async () => {
    const row = page.getByRole('article').filter({ hasText: 'Dunes at noon' })
    await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    await expect(row.getByText('Complete', { exact: true })).toBeVisible()
    await expect(row.getByText('Under Review')).toBeVisible()
    await expect(row.getByText(/^\d+%$/).last()).toBeVisible()
    await lookAt(page, 'staff-tracking')
  })

  await test.step('previews show the player, AI results, distribution and the compilation', async () => {
    await tab('Previews').click()
    const entry = page.getByRole('article').filter({ hasText: 'Dunes at noon' })
    await expect(entry.getByText('Not Published')).toHaveCount(4)
    for (const platform of ['YT', 'TT', 'FB', 'X'])
      await expect(entry.getByText(platform, { exact: true })).toBeVisible()
    await lookAt(page, 'staff-previews')
    await entry.getByRole('button', { name: 'Play: Dunes at noon' }).click()
    const video = entry.locator('video')
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime)).toBeGreaterThan(0.2)
  })

  await test.step('a video with missing bytes waits for its upload', async () => {
    await page.request.post(`${base()}/api/videos/upload-url`, {
      data: { fileName: 'later.mp4', title: 'Comes later', description: '', category: 'atv' },
    })
    await page.reload()
    const entry = page.getByRole('article').filter({ hasText: 'Comes later' })
    await expect(entry.getByText('Awaiting upload...')).toBeVisible()
  })

  await test.step('the editor opens for staff', async () => {
    await page.getByRole('button', { name: 'Edit: Dunes at noon' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit - Dunes at noon' })
    for (const name of ['Preview', 'AI Enhancement', 'Editing Tools', 'Publishing'])
      await expect(editor.getByRole('tab', { name })).toBeVisible()
    await editor.getByRole('tab', { name: 'Editing Tools' }).click()
    await editor.getByRole('button', { name: 'Clip editor' }).click()
    await expect(page.getByText('Coming soon').first()).toBeVisible()
    await expectSound(page, 'editor')
    // Escape closes an open toast first, then the dialog.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(editor).toBeHidden({ timeout: 1_000 })
    }).toPass()
  })

  await test.step('earnings show the projection with base rate, bonus and share, and one projection per video', async () => {
    await tab('Earnings').click()
    await expect(page.getByText('$0.05 per view')).toBeVisible()
    await expect(page.getByText('up to 3x')).toBeVisible()
    await expect(page.getByText('70%', { exact: true })).toBeVisible()
    const projected = page.getByRole('region', { name: 'Projection per video' })
    await expect(projected.getByRole('listitem').filter({ hasText: 'Dunes at noon' })).toContainText(
      /\$\d+\.\d\d/,
    )
    await expectSound(page, 'staff-earnings')
  })

  await test.step('the notifications tab, and the second set of figures at /dashboard', async () => {
    await tab('Notifications').click()
    await expect(page.getByText('No notifications yet')).toBeVisible()
    await page.goto(`${base()}/dashboard`)
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    for (const label of ['Total Videos', 'Processing', 'Selected', 'Videos Published'])
      await expect(page.locator('dt').getByText(label, { exact: true })).toBeVisible()
    await expectSound(page, 'staff-dashboard')
  })
})

test('the profile is shown, changed, canceled and refused', async ({ page }) => {
  await signInStaff(page, 'admin')
  await page.goto(`${base()}/enhanced-dashboard?tab=profile`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Biography').fill('Sand on weekends.')
  await page.getByLabel('Riding style').selectOption('rock_crawling')
  await page.getByLabel('Experience level').selectOption('expert')
  await page.getByLabel('Location').fill('Moab, Utah')
  await lookAt(page, 'staff-profile')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile updated successfully').first()).toBeVisible()
  const card = page.getByRole('region', { name: 'Alex' })
  for (const text of ['Sand on weekends.', 'Rock crawling', 'Expert', 'Moab, Utah'])
    await expect(card.getByText(text, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Location').fill('Elsewhere')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByText('Moab, Utah')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.route('**/api/profile/update', route => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Failed to update profile').first()).toBeVisible()
  await expect(page.getByText('Error', { exact: true }).first()).toBeVisible()
})

test('the user menu leads to the profile, the notifications and signing out', async ({ page }) => {
  await signInStaff(page, 'admin')
  const menu = page.getByRole('button', { name: 'Alex: account menu' })
  await menu.click()
  for (const name of ['Profile', 'Notifications', 'Logout'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
  // Each place is a real link, so it can be opened in a new tab.
  for (const [name, path] of [
    ['Admin Panel', '/admin'],
    ['AI Highlights', '/admin/ai-highlights'],
    ['Publishing', '/publishing'],
    ['Email System', '/email-preview'],
    ['Settings', '/settings'],
  ] as const)
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('href', path)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Publishing' }).click({ button: 'middle' })
  const other = await opened
  await expect(other).toHaveURL(`${base()}/publishing`)
  await other.close()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeFocused()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
  await expect(page).toHaveURL(/\/inbox$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expectSound(page, 'inbox')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
})
