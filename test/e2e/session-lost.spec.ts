import { expect, type Page, test } from '@playwright/test'
import { type AppRoute, routes } from '../../web/app/routes.ts'
import { choose, endSessionsAtServer, expectToast, holdLogin, signInTo } from './accounts.ts'
import { base } from './support.ts'

const admin = 'admin@trailcut.example'
const unauthorized = ['Unauthorized', 'You are logged out. Logging in again...'] as const

/** Signs in again where the page leads, and is back at the path. */
async function signInAgain(page: Page, login: string, email: string, path: string): Promise<void> {
  await page.goto(login)
  await choose(page, email)
  await page.waitForURL(base() + path)
}

/** Something that is done on any page: going on to one that was not asked for yet. */
async function goOn(page: Page, from: string): Promise<string> {
  const [entry, path] = from === '/settings' ? ['Notifications', '/inbox'] : ['Settings', '/settings']
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  return path
}

/** What is done on a page in particular; the others are just gone on from. @returns the path that is then asked for */
const doings: Record<string, (page: Page) => Promise<string>> = {
  '/settings': async page => {
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    return '/settings'
  },
  '/profile': async page => {
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByRole('button', { name: 'Save Profile' }).click()
    return '/profile'
  },
}

const behindSignIn = (route: AppRoute) =>
  route.access !== 'anyone' && route.page !== null && !route.signedOutPage && !route.path.includes(':')

for (const { path, signedOut } of routes.filter(behindSignIn))
  test(`the session is lost in mid-work at ${path}`, async ({ page }) => {
    await signInTo(page, admin, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await endSessionsAtServer(page)
    const login = await holdLogin(page)
    const next = await (doings[path] ?? (at => goOn(at, path)))(page)
    await expectToast(page, ...unauthorized)
    const returnTo = new URL(await login()).searchParams.get('returnTo')
    expect(returnTo).toBe(next)

    // Opened anew, it asks for the login in its own words and leads back to itself.
    if (path === '/') {
      await page.goto(base())
      await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
      return
    }
    const again = await holdLogin(page)
    await page.goto(base() + path)
    await expectToast(page, signedOut?.title ?? unauthorized[0], signedOut?.description ?? unauthorized[1])
    await signInAgain(page, await again(), admin, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

test('a half-written profile is there again after the login, and nobody else finds it', async ({ page }) => {
  const email = 'half.written@trailcut.example'
  await signInTo(page, email, '/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Biography').fill('Thirty years of dunes and')
  await page.getByLabel('Riding style').selectOption('Scenic')
  await endSessionsAtServer(page)
  const login = await holdLogin(page)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(page, ...unauthorized)
  await expect(page.getByText('Failed to update profile')).toHaveCount(0)
  const url = await login()

  // Somebody else signs in here first.
  await signInAgain(page, url, 'passer.by@trailcut.example', '/profile')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Biography')).toHaveValue('')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await signInTo(page, email, '/profile')
  await expect(page.getByText('What you had typed is still here.')).toBeVisible()
  await expect(page.getByLabel('Biography')).toHaveValue('Thirty years of dunes and')
  await expect(page.getByLabel('Riding style')).toHaveValue('scenic')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(page, 'Profile updated successfully')
  await expect(page.getByText('Thirty years of dunes and')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
})

test('what was written about a video waits for its file to be chosen again', async ({ page }) => {
  const email = 'half.uploaded@trailcut.example'
  const film = { name: 'dunes.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(5000, 7) }
  await signInTo(page, email, '/upload')
  await page.setInputFiles('input[type=file]', film)
  await page.getByLabel('Title').fill('First climb of the season')
  await page.getByLabel('Description').fill('Steeper than it looks.')
  await endSessionsAtServer(page)
  const login = await holdLogin(page)
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expectToast(page, ...unauthorized)
  await signInAgain(page, await login(), email, '/upload')
  await expect(page.getByText('What you wrote about "First climb of the season" is still here')).toBeVisible()
  await page.setInputFiles('input[type=file]', film)
  await expect(page.getByLabel('Title')).toHaveValue('First climb of the season')
  await expect(page.getByLabel('Description')).toHaveValue('Steeper than it looks.')
})

test('left on purpose, nothing that was typed stays in the browser', async ({ page }) => {
  await signInTo(page, 'tidy.leaver@trailcut.example', '/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Biography').fill('My secret spot')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
  const left = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(left).not.toContain('secret spot')
  expect(left).not.toMatch(/tidy.leaver|userToken/)
})
