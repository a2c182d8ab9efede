import type { ReceivedMail } from '#sandbox/mailbox/mail-store.ts'
import { codeOf } from '#test/harness/authenticator.ts'
import { type APIRequestContext, expect, type Page } from './fixtures.ts'
import { base, signInByProvider } from './support.ts'

/** What the browser specs of sign-in and sessions share. */

/** Expects exactly one toast with this title and, when given, this description. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toasts = page.getByRole('region', { name: /Notification/ }).getByRole('listitem')
  const titled = toasts.filter({ has: page.getByText(title, { exact: true }) })
  const meant =
    description === undefined ? titled : titled.filter({ has: page.getByText(description, { exact: true }) })
  await expect(meant).toHaveCount(1)
}

const noted = 'toasts of this test'

/** Records every toast from now on, across reloads: a slow machine can miss one that closes early. */
export const noteToasts = (page: Page) =>
  page.addInitScript(key => {
    new MutationObserver(() => {
      const words = document.querySelector('[role=region] li')?.textContent
      const seen = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]
      if (words && !seen.includes(words)) sessionStorage.setItem(key, JSON.stringify([...seen, words]))
    }).observe(document, { childList: true, subtree: true })
  }, noted)

/** The text of every toast since noteToasts, title and description joined. */
export const notedToasts = (page: Page): Promise<string[]> =>
  page.evaluate(key => JSON.parse(sessionStorage.getItem(key) ?? '[]'), noted)

/**
 * Does what makes a window close itself, and waits until it has closed. The window may close before
 * the browser answers the key or click that closed it, so that answer isn't awaited.
 */
export async function closing(window: Page, act: () => Promise<void>): Promise<void> {
  const closed = window.waitForEvent('close')
  await act().catch((error: Error) => {
    if (!error.message.includes('has been closed')) throw error
  })
  await closed
}

/** Picks an account in the open account chooser. A separate window closes afterwards. */
export async function choose(page: Page, email: string, { name = '', verified = true } = {}): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel(/^Name/).fill(name)
  await page.getByLabel('The provider has verified this address').setChecked(verified)
  const go = () => page.getByRole('button', { name: 'Continue' }).click()
  await ((await page.opener()) ? closing(page, go) : go())
}

/** Signs in at the provider, then opens the given page. */
export async function signInTo(page: Page, email: string, path = '/'): Promise<void> {
  await signInByProvider(page, email, path)
  await page.goto(base() + path)
}

/**
 * Stops the page from leaving for the sign-in page, so that a slow machine can still read its message.
 * @returns waits until it has tried to, and resolves to the address; a navigation before that would be aborted by it
 */
export async function holdSignIn(page: Page): Promise<() => Promise<string>> {
  await page.route('**/api/login*', route => route.fulfill({ status: 204 }))
  const login = page.waitForEvent('requestfailed', {
    predicate: request => new URL(request.url()).pathname === '/api/login',
    // The test does what leads there in its own time.
    timeout: 0,
  })
  return async () => {
    const url = (await login).url()
    await page.unroute('**/api/login*')
    return url
  }
}

/** Emails to an address, newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<ReceivedMail[]> {
  const answer = await request.get(`${base()}/sandbox/mailbox?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  })
  return (await answer.json()) as ReceivedMail[]
}

/** Emails with a sign-in link, without those about a sign-in from a new browser. */
export const linkMailsTo = async (request: APIRequestContext, email: string): Promise<ReceivedMail[]> =>
  (await mailsTo(request, email)).filter(mail => mail.links.some(url => url.includes('/api/auth/link')))

/** Ends all sessions of the signed-in person at the server, without the browser noticing. */
export async function endSessionsAtServer(page: Page): Promise<void> {
  const sessions = await page.request.get(`${base()}/api/auth/sessions`)
  for (const { id, current } of (await sessions.json()) as { id: string; current: boolean }[])
    if (!current) expect((await page.request.delete(`${base()}/api/auth/sessions/${id}`)).ok()).toBe(true)
  // A separate request: the page keeps its cookie, which is no longer valid.
  const { cookies } = await page.context().storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const ended = await fetch(`${base()}/api/auth/logout`, { method: 'POST', headers: { cookie } })
  expect(ended.ok).toBe(true)
}

/** Sets up two-step verification for the signed-in person. @returns the recovery codes */
export async function setUpTwoStep(request: APIRequestContext): Promise<string[]> {
  const begun = await request.post(`${base()}/api/auth/two-factor/setup`, { data: {} })
  const { secret } = (await begun.json()) as { secret: string }
  const confirmed = await request.post(`${base()}/api/auth/two-factor/confirm`, {
    data: { code: codeOf(secret) },
  })
  expect(confirmed.status()).toBe(200)
  return ((await confirmed.json()) as { codes: string[] }).codes
}
