import { type AppRoute, routes } from '../../../web/app/routes.ts'
import { choose, endSessionsAtServer, expectToast, holdSignIn, signInTo } from '../accounts.ts'
import { expect, type Page, runOnOwnServer, test } from '../fixtures.ts'
import { base } from '../support.ts'

const admin = 'admin@trailcut.example'
export const unauthorized = ['Unauthorized', 'You are logged out. Logging in again...'] as const

/** Signs in again on the page it was sent to, and expects to return to the path. */
export async function signInAgain(page: Page, login: string, email: string, path: string): Promise<void> {
  await page.goto(login)
  await choose(page, email)
  await page.waitForURL(base() + path)
}

/** Works on any page: moves to a page that isn't loaded yet. */
async function openAnotherPage(page: Page, from: string): Promise<string> {
  const [entry, path] = from === '/settings' ? ['Notifications', '/inbox'] : ['Settings', '/settings']
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  return path
}

/** An action on a particular page; other pages are just left. @returns the path that is requested next */
const actions: Record<string, (page: Page) => Promise<string>> = {
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

const requiresSignIn = (route: AppRoute) =>
  route.access !== 'anyone' && !route.signedOutPage && !route.path.includes(':')

/** One test per page: an action after the session has ended leads to the sign-in page and back. */
export function testLostSessions(wanted: (route: AppRoute) => boolean): void {
  runOnOwnServer()
  for (const { path, signedOut } of routes.filter(requiresSignIn).filter(wanted))
    test(`a session lost while working at ${path} leads to the sign-in page and back`, async ({ page }) => {
      await signInTo(page, admin, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const login = await holdSignIn(page)
      await endSessionsAtServer(page)
      const next = await (actions[path] ?? (at => openAnotherPage(at, path)))(page)
      await expectToast(page, ...unauthorized)
      const returnTo = new URL(await login()).searchParams.get('returnTo')
      // Whatever asks first notices: the page that was open may, just before the next one opens.
      expect([path, next]).toContain(returnTo)

      // Reopened, the page shows its own sign-in message and returns to itself.
      if (path === '/') {
        await page.goto(base())
        await expect(page.getByRole('button', { name: 'Start Creating Content' }).first()).toBeVisible()
        return
      }
      const again = await holdSignIn(page)
      await page.goto(base() + path)
      await expectToast(page, signedOut?.title ?? unauthorized[0], signedOut?.description ?? unauthorized[1])
      await signInAgain(page, await again(), admin, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
}
