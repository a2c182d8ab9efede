import type { ReceivedMail } from '#sandbox/mailbox/mail-store.ts'
import { hotp, stepOf } from '#server/accounts/two-step/totp.ts'
import { type APIRequestContext, expect, type Page } from './fixtures.ts'
import { base, signInByProvider } from './support.ts'

/** What the browser specs of sign-in and sessions share. */

/** The one toast that is shown: its title and text are these words and no others. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toasts = page.getByRole('region', { name: /Notification/ }).getByRole('listitem')
  const titled = toasts.filter({ has: page.getByText(title, { exact: true }) })
  const meant =
    description === undefined ? titled : titled.filter({ has: page.getByText(description, { exact: true }) })
  await expect(meant).toHaveCount(1)
}

const noted = 'toasts of this test'

/** From now on notes every toast of the page, over reloads: some are gone before a slow machine looks. */
export const noteToasts = (page: Page) =>
  page.addInitScript(key => {
    new MutationObserver(() => {
      const words = document.querySelector('[role=region] li')?.textContent
      const seen = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]
      if (words && !seen.includes(words)) sessionStorage.setItem(key, JSON.stringify([...seen, words]))
    }).observe(document, { childList: true, subtree: true })
  }, noted)

/** The words of every toast since noteToasts, title and text in one. */
export const notedToasts = (page: Page): Promise<string[]> =>
  page.evaluate(key => JSON.parse(sessionStorage.getItem(key) ?? '[]'), noted)

/**
 * Does what makes a window close itself, and waits until it has closed. The window may be gone before
 * the browser has answered the key or the click that closed it, so that answer is not waited for.
 */
export async function closing(window: Page, act: () => Promise<void>): Promise<void> {
  const closed = window.waitForEvent('close')
  await act().catch((error: Error) => {
    if (!error.message.includes('has been closed')) throw error
  })
  await closed
}

/** Says who one is, at the chooser that is open; a window of its own closes after it. */
export async function choose(page: Page, email: string, { name = '', verified = true } = {}): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel(/^Name/).fill(name)
  await page.getByLabel('The provider has verified this address').setChecked(verified)
  const go = () => page.getByRole('button', { name: 'Continue' }).click()
  await ((await page.opener()) ? closing(page, go) : go())
}

/** Signs in at the provider and opens the page asked for. */
export async function signInTo(page: Page, email: string, path = '/'): Promise<void> {
  await signInByProvider(page, email, path)
  await page.goto(base() + path)
}

/** Keeps the page where it is when it goes to the login, so that its words can be read on however slow a machine. */
export async function holdLogin(page: Page): Promise<() => Promise<string>> {
  await page.route('**/api/login*', route => route.fulfill({ status: 204 }))
  const login = page.waitForRequest(request => new URL(request.url()).pathname === '/api/login')
  return async () => {
    const url = (await login).url()
    await page.unroute('**/api/login*')
    return url
  }
}

/** Mails to an address, newest first. */
async function mailsTo(request: APIRequestContext, email: string): Promise<ReceivedMail[]> {
  const answer = await request.get(`${base()}/sandbox/mailbox?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  })
  return (await answer.json()) as ReceivedMail[]
}

/** Those of them that bring a sign-in link; others tell of a sign-in from a new browser. */
export const linkMailsTo = async (request: APIRequestContext, email: string): Promise<ReceivedMail[]> =>
  (await mailsTo(request, email)).filter(mail => mail.links.some(url => url.includes('/api/auth/link')))

/** Ends every session of whoever is signed in here, at the server only: the browser knows nothing of it. */
export async function endSessionsAtServer(page: Page): Promise<void> {
  const sessions = await page.request.get(`${base()}/api/auth/sessions`)
  for (const { id, current } of (await sessions.json()) as { id: string; current: boolean }[])
    if (!current) expect((await page.request.delete(`${base()}/api/auth/sessions/${id}`)).ok()).toBe(true)
  // A call of its own: the page's cookie stays where it is and opens nothing any more.
  const { cookies } = await page.context().storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const ended = await fetch(`${base()}/api/auth/logout`, { method: 'POST', headers: { cookie } })
  expect(ended.ok).toBe(true)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows now for a secret as people type it (RFC 4648, section 6). */
export function codeOf(secret: string): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map(c => alphabet.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], byte => Number.parseInt(byte, 2))
  return hotp(bytes, stepOf(new Date()))
}

/** Sets a second factor up for whoever is signed in here. @returns its recovery codes */
export async function setUpFactor(request: APIRequestContext): Promise<string[]> {
  const begun = await request.post(`${base()}/api/auth/second-factor/setup`, { data: {} })
  const { secret } = (await begun.json()) as { secret: string }
  const confirmed = await request.post(`${base()}/api/auth/second-factor/confirm`, {
    data: { code: codeOf(secret) },
  })
  expect(confirmed.status()).toBe(200)
  return ((await confirmed.json()) as { codes: string[] }).codes
}
