import { type AppRoute, routes } from '../../../web/app/routes.ts'
import { choose, endSessionsAtServer, expectToast, holdLogin, signInTo } from '../accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base } from '../support.ts'

const admin = 'admin@trailcut.example'
export const unauthorized = ['Unauthorized', 'You are logged out. Logging in again...'] as const

/** Signs in again where the page leads, and is back at the path. */
export async function signInAgain(page: Page, login: string, email: string, path: string): Promise<void> {
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
  route.access !== 'anyone' && !route.signedOutPage && !route.path.includes(':')

/** One test for each of these pages: what is done there after the session has ended leads to the login and back. */
export function testLostSessions(wanted: (route: AppRoute) => boolean): void {
  runOnOwnServer()
  for (const { path, signedOut } of routes.filter(behindSignIn).filter(wanted))
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

      // When opened again, the page asks for a sign-in in its own words and leads back to itself.
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
}
