import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { brand } from '#contract/brand.ts'
import { sentences } from '#sentences/accounts.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Secrets } from '#server/core/secrets.ts'
import type { Deps } from '#server/deps.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { forgive, take, wrongCodes } from '../sign-in/limits.ts'
import {
  findFactor,
  markConfirmed,
  putSecret,
  removeFactor,
  replaceRecoveryCodes,
  spendRecoveryCode,
  spendStep,
} from './store.ts'
import { base32, matchingStep, newSecret, otpauthUri } from './totp.ts'

type FactorDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

const keyOf = (secrets: Secrets) => Buffer.from(secrets.key('two-factor'), 'hex')

/** AES-256-GCM, bound to the person: nonce, tag and text in base64url. */
function seal(secrets: Secrets, userId: string, secret: Uint8Array): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets), nonce).setAAD(Buffer.from(userId))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

function unseal(secrets: Secrets, userId: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', keyOf(secrets), bytes.subarray(0, 12))
  cipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()])
}

const wrongCode = () => new AppError('invalid_input', sentences.wrongCode, { field: 'code' })

/**
 * A new secret for an authenticator app, not yet active.
 * @throws AppError conflict when one is active, forbidden before the address is verified, because someone who
 * used
 *   it first would lock its owner out
 */
export async function setUp(
  { db, secrets }: FactorDeps,
  { id, email, emailVerified }: Pick<Actor, 'id' | 'email' | 'emailVerified'>,
): Promise<{ secret: string; uri: string }> {
  if (!emailVerified) throw new AppError('forbidden', sentences.confirmEmail)
  const secret = newSecret()
  if (!(await putSecret(db, id, seal(secrets, id, secret))))
    throw new AppError('conflict', sentences.twoStepExists)
  return { secret: base32(secret), uri: otpauthUri(brand, email, secret) }
}

async function codeMatches(deps: FactorDeps, tx: Queryable, userId: string, code: string) {
  const factor = await findFactor(tx, userId)
  if (!factor) return null
  const step = matchingStep(unseal(deps.secrets, userId, factor.secret), code, deps.clock.now())
  if (step === null || !(await spendStep(tx, userId, step))) return null
  return factor
}

/**
 * Counts a code before it is checked, so that simultaneous tries are no more than consecutive ones; a right
 * one resets the count. @throws AppError too_many_requests, invalid_input
 */
async function counted<T>({ db, clock }: FactorDeps, userId: string, attempt: () => Promise<T | null>) {
  await take(db, wrongCodes, userId, clock.now())
  const result = await attempt()
  if (result === null) throw wrongCode()
  await forgive(db, wrongCodes, userId)
  return result
}

/**
 * Activates two-step verification with its first code. Every other session ends.
 * @returns the recovery codes, shown only this once
 * @throws AppError invalid_input, too_many_requests, conflict
 */
export async function confirm(
  deps: FactorDeps,
  by: Auditor,
  userId: string,
  sessionId: string,
  code: string,
): Promise<string[]> {
  return counted(deps, userId, () =>
    deps.db.transaction().execute(async tx => {
      const factor = await codeMatches(deps, tx, userId, code)
      if (!factor) return null
      if (factor.confirmed_at) throw new AppError('conflict', sentences.twoStepExists)
      await markConfirmed(tx, userId, deps.clock.now())
      await endSessionsOf(tx, userId, sessionId)
      await record(tx, { ...by, action: 'second_factor.on', objectType: 'user', objectId: userId })
      return replaceRecoveryCodes(tx, userId)
    }),
  )
}

/**
 * Accepts a code from the app, or a recovery code; each works once. @throws AppError invalid_input,
 * too_many_requests
 */
export async function verify(deps: FactorDeps, userId: string, code: string): Promise<void> {
  await counted(deps, userId, async () => {
    const factor = await codeMatches(deps, deps.db, userId, code.trim())
    if (factor?.confirmed_at) return true
    return (await spendRecoveryCode(deps.db, userId, code)) ? true : null
  })
}

/** New recovery codes, after a valid code. @throws as verify */
export async function renewRecoveryCodes(deps: FactorDeps, userId: string, code: string): Promise<string[]> {
  await verify(deps, userId, code)
  return deps.db.transaction().execute(tx => replaceRecoveryCodes(tx, userId))
}

/**
 * Turns two-step verification off; for another person, their sessions end too. @returns false when there was
 * none
 */
export function resetTwoFactor({ db }: Pick<Deps, 'db'>, by: Auditor, userId: string): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const removed = await removeFactor(tx, userId)
    if (removed && by.actorId !== userId) await endSessionsOf(tx, userId)
    if (removed)
      await record(tx, { ...by, action: 'second_factor.off', objectType: 'user', objectId: userId })
    return removed
  })
}
