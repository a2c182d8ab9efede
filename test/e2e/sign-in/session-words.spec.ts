import { endSessionsAtServer, expectToast, holdSignIn, signInTo } from '../accounts.ts'
import { expect, test } from '../fixtures.ts'
import { signInAgain, unauthorized } from './session-support.ts'

test('a half-edited profile is restored after signing in, for its owner only', async ({ page }) => {
  const email = 'half.written@trailcut.example'
  await signInTo(page, email, '/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Biography').fill('Thirty years of dunes and')
  await page.getByLabel('Riding style').selectOption('Scenic')
  const login = await holdSignIn(page)
  await endSessionsAtServer(page)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(page, ...unauthorized)
  await expect(page.getByText('Failed to update profile')).toHaveCount(0)
  const url = await login()

  // Another person signs in here first.
  await signInAgain(page, url, 'passer.by@trailcut.example', '/profile')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Biography')).toHaveValue('')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await signInTo(page, email, '/profile')
  await expect(page.getByText('Your unsaved changes are still here.')).toBeVisible()
  await expect(page.getByLabel('Biography')).toHaveValue('Thirty years of dunes and')
  await expect(page.getByLabel('Riding style')).toHaveValue('scenic')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(page, 'Profile updated successfully')
  await expect(page.getByText('Thirty years of dunes and')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
})

test('an upload that meets an ended session goes on after the sign-in, with its texts', async ({ page }) => {
  const email = 'half.uploaded@trailcut.example'
  const film = { name: 'dunes.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(5000, 7) }
  await signInTo(page, email, '/upload')
  await page.setInputFiles('input[type=file]', film)
  await page.getByLabel('Title').fill('First climb of the season')
  await page.getByLabel('Description').fill('Steeper than it looks.')
  const login = await holdSignIn(page)
  await endSessionsAtServer(page)
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expectToast(page, ...unauthorized)
  await signInAgain(page, await login(), email, '/upload')
  // It was sent: the server has found out that it is no film.
  await expect(page.getByText(/can't read this file as a video/).first()).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('First climb of the season')
  await expect(page.getByLabel('Description')).toHaveValue('Steeper than it looks.')
})

test('after leaving on purpose, nothing typed stays in the browser', async ({ page }) => {
  await signInTo(page, 'tidy.leaver@trailcut.example', '/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Biography').fill('My secret spot')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
  const left = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(left).not.toContain('secret spot')
  expect(left).not.toMatch(/tidy.leaver|userToken/)
})
