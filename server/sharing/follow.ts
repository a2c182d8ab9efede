import { randomUUID } from 'node:crypto'
import { api } from '#contract/paths.ts'
import { followConfirmDays } from '#contract/sharing/reasons.ts'
import { sentences } from '#sentences/sharing.ts'
import { type Budget, digestOf, spend } from '#server/core/budget.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Secrets } from '#server/core/secrets.ts'
import type { Wording } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueFollowerMails } from '#server/mail/index.ts'

/** Requests from one network: a race's whole crowd may share one. */
export const followBudget: Budget = {
  name: 'follow-network',
  most: 30,
  windowSeconds: 24 * 3600,
  sentence: sentences.manyFollows,
}
/** Links to one mailbox, about any rider: what a stranger can have mailed there. */
const addressBudget: Budget = { ...followBudget, name: 'follow-address', most: 3 }

/** Where mail to an address arrives: providers ignore what follows a plus (RFC 5233), some ignore dots. */
function mailboxOf(address: string): string {
  const [name = '', domain] = address.split('@')
  return `${name.replace(/\+.*|\./g, '')}@${domain}`
}

const confirmPurpose = 'follow-confirm'
const endPurpose = 'unfollow'
const dayMs = 24 * 3600 * 1000

type Signing = Pick<Deps, 'secrets' | 'publicUrl'>

const signed = (secrets: Secrets, purpose: string, text: string) => `${text}.${secrets.sign(purpose, text)}`

const tokenPattern = /^(([0-9a-f-]{36})(?:\.([0-9a-z]{1,9}))?)\.([A-Za-z0-9_-]{43})$/

/** @throws AppError not_found for a forged one */
function readToken(secrets: Secrets, purpose: string, token: string) {
  const [, text, followId, expires, signature] = tokenPattern.exec(token) ?? []
  if (!text || !followId || !signature || !secrets.verify(purpose, text, signature)) throw notFound('link')
  return { followId, expiresAt: new Date(Number.parseInt(expires ?? '0', 36) * 1000) }
}

/** The address that confirms that an address follows. @param askedAt when it was asked for */
export function confirmUrl({ secrets, publicUrl }: Signing, followId: string, askedAt: Date): string {
  const expires = Math.floor((askedAt.getTime() + followConfirmDays * dayMs) / 1000).toString(36)
  return publicUrl + api.followLink(signed(secrets, confirmPurpose, `${followId}.${expires}`))
}

/** The address that stops the mails, for as long as they are kept. */
export const unfollowUrl = ({ secrets, publicUrl }: Signing, followId: string): string =>
  publicUrl + api.unfollowLink(signed(secrets, endPurpose, followId))

/** Of which follow an address that stops the mails is. @throws AppError not_found */
export const readUnfollow = (secrets: Secrets, token: string): string =>
  readToken(secrets, endPurpose, token).followId

export interface Follow {
  id: string
  /** the name of the rider's page; null while they have none */
  page: string | null
  confirmed: boolean
}

/** A follow by its id, confirmed or not. */
export async function followOf(db: Queryable, id: string): Promise<Follow | null> {
  const row = await db
    .selectFrom('rider_follows as f')
    .leftJoin('rider_pages as p', 'p.user_id', 'f.rider_id')
    .select(['f.confirmed_at', 'p.name'])
    .where('f.id', '=', id)
    .executeTakeFirst()
  return row ? { id, page: row.name, confirmed: row.confirmed_at !== null } : null
}

/** What a mailed link confirms; null when it has expired or was withdrawn. @throws AppError not_found for a forged one */
export async function followToConfirm(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  token: string,
): Promise<Follow | null> {
  const { followId, expiresAt } = readToken(secrets, confirmPurpose, token)
  return expiresAt > clock.now() ? followOf(db, followId) : null
}

/**
 * Mails a link that makes an address follow a rider. The same happens whether or not it follows already, and whether or
 * not it has got all the links it may today: nobody learns that but the mailbox's owner.
 */
export async function askToFollow(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  riderId: string,
  { email, wording }: { email: string; wording: Wording },
): Promise<void> {
  const now = clock.now()
  const address = email.toLowerCase()
  try {
    await spend(db, addressBudget, digestOf(mailboxOf(address)), now)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return
    throw error
  }
  await db.transaction().execute(async tx => {
    const { id } = await tx
      .insertInto('rider_follows')
      .values({ id: randomUUID(), rider_id: riderId, address, ...wording, asked_at: now })
      .onConflict(c => c.columns(['rider_id', 'address']).doUpdateSet({ asked_at: now }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const eventKey = `follow_confirm:${id}:${now.toISOString()}`
    await enqueueFollowerMails(
      tx,
      [{ followId: id, template: 'follow_confirm', videoIds: [], eventKey }],
      now,
    )
  })
}

/** The owner of the address agrees; again changes nothing. */
export async function confirmFollow(db: Queryable, id: string, now: Date): Promise<void> {
  await db
    .updateTable('rider_follows')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** The address is forgotten, with the mails that wait for it. */
export async function endFollow(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('rider_follows').where('id', '=', id).execute()
}

/** Forgets addresses that never confirmed. @returns how many */
export async function sweepFollows({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const result = await db
    .deleteFrom('rider_follows')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', new Date(clock.now().getTime() - followConfirmDays * dayMs))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
