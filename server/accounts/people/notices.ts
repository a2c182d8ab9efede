import { createHash, randomBytes } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'
import { sql } from 'kysely'
import { sentences } from '#sentences/accounts.ts'
import { bySettings, record } from '#server/audit/index.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueMail } from '#server/mail/index.ts'

type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'publicUrl'>

/** Browsers keep cookies no longer than this (RFC 6265bis, section 5.5). Seconds. */
const markSeconds = 400 * 24 * 3600
const pattern = /^[A-Za-z0-9_-]{43}$/
/** A sign-in method added together with the address's verification needs no notice. Milliseconds. */
const justProvedMs = 5 * 60_000

/** The browser's marker cookie, created if missing. @returns its digest, as stored */
function markDevice(ctx: GenericEndpointContext, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}trailcut.device`
  const known = ctx.getCookie(name)
  const mark = known && pattern.test(known) ? known : randomBytes(32).toString('base64url')
  ctx.setCookie(name, mark, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: markSeconds })
  return createHash('sha256').update(mark).digest('hex')
}

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'ios'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'mac'],
  [/\bLinux\b/, 'Linux'],
]
const named = (list: [RegExp, string][], text: string | null | undefined) =>
  list.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null

/** A browser in our own words: 'Firefox on Android'. No text from the browser itself is passed on. */
const deviceName = (userAgent: string | null | undefined): Sentence =>
  sentences.device({ browser: named(browsers, userAgent), system: named(systems, userAgent) })

/**
 * Remembers a sign-in's browser. A person who has signed in before, but only from other browsers, gets a
 * mail; an unverified address doesn't.
 */
export async function noteDevice(
  { db, clock, publicUrl }: NoticeDeps,
  ctx: GenericEndpointContext,
  session: { id: string; userId: string; userAgent?: string | null | undefined },
): Promise<void> {
  const device = markDevice(ctx, publicUrl)
  const now = clock.now()
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ fresh: boolean; others: number; proved: boolean }>`
      with before as (select count(*)::int as others from known_devices where user_id = ${session.userId}),
      put as (
        insert into known_devices (user_id, device, first_seen_at, last_seen_at)
        values (${session.userId}, ${device}, ${now}, ${now})
        on conflict (user_id, device) do update set last_seen_at = excluded.last_seen_at
        returning xmax = 0 as fresh
      )
      select put.fresh, before.others, users.email_verified as proved
      from put, before, users where users.id = ${session.userId}`.execute(tx)
    const [row] = rows
    if (!row?.fresh || !row.proved || row.others === 0) return
    await enqueueMail(
      tx,
      {
        userId: session.userId,
        videoId: null,
        template: 'new_device',
        data: { device: deviceName(session.userAgent), at: now.toISOString() },
        eventKey: `new_device:${session.id}`,
      },
      now,
    )
  })
}

/**
 * Mails a person about a new way to sign in to their account; for staff it is also in the audit log. Not when
 * the account is new or this sign-in verified its address.
 */
export async function noteSignInMethod(
  { db, clock }: NoticeDeps,
  identity: { id: string; userId: string; providerId: string },
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async tx => {
    const user = await tx
      .selectFrom('users')
      .select(['email_verified_at', 'role'])
      .where('id', '=', identity.userId)
      .executeTakeFirst()
    const proved = user?.email_verified_at
    if (!user || !proved || now.getTime() - proved.getTime() < justProvedMs) return
    if (user.role !== 'user')
      await record(tx, {
        ...bySettings,
        action: 'user.sign_in_method',
        objectType: 'user',
        objectId: identity.userId,
        after: { provider: identity.providerId },
      })
    await enqueueMail(
      tx,
      {
        userId: identity.userId,
        videoId: null,
        template: 'new_sign_in_method',
        data: { provider: identity.providerId, at: now.toISOString() },
        eventKey: `new_sign_in_method:${identity.id}`,
      },
      now,
    )
  })
}
