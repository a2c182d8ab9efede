import type { CurrentUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import type { ReceivedMail } from '#sandbox/mailbox/mail-store.ts'
import { linkOver } from '#server/accounts/sign-in/link-page.ts'
import type { Database } from '#server/core/db/database.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import type { TestServer } from './server.ts'

/** Drives sign-in in tests: one browser per person. */

export const sessionCookie = 'trailcut.session_token'

/** Follows redirects like a browser. @returns the first answer that is no redirect, and its address */
export const follow = (client: ApiClient, address: string): Promise<{ response: Response; url: string }> =>
  client.follow(address)

/** Goes to the account chooser. @returns the chooser's address */
export async function openChooser(client: ApiClient, returnTo?: string): Promise<string> {
  const { url } = await follow(
    client,
    returnTo ? `${api.login}?returnTo=${encodeURIComponent(returnTo)}` : api.login,
  )
  return url
}

export interface Choice {
  email: string
  name?: string
  /** Whether the provider has verified the address. */
  verified?: boolean
}

/** Chooses an account. @returns the callback address that the provider redirects to, not yet opened */
export async function choose(
  client: ApiClient,
  chooser: string,
  { email, name = '', verified = true }: Choice,
): Promise<string> {
  const body = new URLSearchParams({ email, name, ...(verified ? { verified: 'on' } : {}) })
  const posted = await client.call(chooser, { method: 'POST', body })
  const resumed = await client.call(posted.headers.get('location') ?? '')
  return resumed.headers.get('location') ?? ''
}

/** The complete sign-in at the provider. @returns the path on the server where the browser ends up */
export async function signInAtProvider(
  client: ApiClient,
  choice: Choice,
  returnTo?: string,
): Promise<string> {
  const callback = await choose(client, await openChooser(client, returnTo), choice)
  const answer = await client.call(callback)
  return (answer.headers.get('location') ?? '').replace(client.base, '')
}

/** A separate browser of a person whose address the provider has verified. */
export async function signedIn(server: TestServer, email: string): Promise<ApiClient> {
  const client = await server.person()
  await signInAtProvider(client, { email })
  return client
}

export const post = (
  client: ApiClient,
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  client.call(address, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

export const whoAmI = async (client: ApiClient): Promise<CurrentUser | null> => {
  const response = await client.call(api.user)
  return response.status === 200 ? ((await response.json()) as CurrentUser) : null
}

export const mailsTo = (client: ApiClient, email: string): Promise<ReceivedMail[]> =>
  client.json(`/sandbox/mailbox?to=${encodeURIComponent(email)}`, { headers: { accept: 'application/json' } })

/** The newest sign-in link mailed to an address; not the one that a sign-up mails to confirm it. */
export async function linkTo(client: ApiClient, email: string): Promise<string> {
  const mail = (await mailsTo(client, email)).find(one => one.subject.includes('sign-in link'))
  return mail?.links[0] ?? ''
}

/** Waits for the link that a sign-up mails to confirm an address. */
export async function confirmationTo(client: ApiClient, email: string): Promise<string> {
  const mails = await client.until(
    async () => (await mailsTo(client, email)).filter(one => one.subject.startsWith('Confirm')),
    found => found.length > 0,
  )
  return mails[0]?.links[0] ?? ''
}

export const sessionsOf = async (db: Database, email: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.email', '=', email)
    .select('sessions.id')
    .execute()
  return rows.map(r => r.id)
}

const overBecause = (page: string): string | undefined =>
  Object.entries(linkOver).find(([, sentence]) => page.includes(String(sentence)))?.[0]

/**
 * Opens a mailed link and presses its button, as a person would.
 * @param typed the address to type if the page asks for it
 * @returns the path it leads to; 'used' or 'expired' if the page says so; otherwise the page's status
 */
export async function followLink(client: ApiClient, link: string, typed?: string): Promise<string | number> {
  const opened = await client.call(link)
  const location = opened.headers.get('location')
  if (location) return location
  const page = await opened.text()
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1]
  if (opened.status !== 200 || !token) return overBecause(page) ?? opened.status
  const asksAddress = page.includes('name="email"')
  const body = new URLSearchParams({ token, ...(asksAddress && typed ? { email: typed } : {}) })
  const answer = await client.call(api.mailedLink, { method: 'POST', body })
  return answer.headers.get('location') ?? overBecause(await answer.text()) ?? answer.status
}
