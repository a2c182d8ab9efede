import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { post, signedIn } from '#test/harness/accounts.ts'
import { codeOf } from '#test/harness/authenticator.ts'
import { beginTransaction, lockWaiters } from '#test/harness/locks.ts'
import { startTestServer } from '#test/harness/server.ts'

test('a code counts before it is checked: simultaneous guesses are no more than consecutive ones (6.3.1)', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const email = 'rider@example.com'
  const rider = await signedIn(server, email)
  const { secret } = (await (await post(rider, api.twoFactorSetup, {})).json()) as { secret: string }
  const confirmed = await post(rider, api.twoFactorConfirm, { code: codeOf(secret) })
  const { codes } = (await confirmed.json()) as { codes: string[] }

  const thief = await signedIn(server, email)
  const guess = (code: string) => post(thief, api.twoFactorVerify, { code }).then(answer => answer.status)
  for (let n = 0; n < 4; n++) expect(await guess(`00000${n}`)).toBe(422)
  // One try is left without a delay. The next two arrive before either can be counted.
  const release = await beginTransaction(db, tx =>
    sql`select 1 from attempts where key like 'code:%' for update`.execute(tx),
  )
  const wrong = guess('000009')
  await expect.poll(() => lockWaiters(db)).toBe(1)
  const right = guess(codes[0] as string)
  await expect.poll(() => lockWaiters(db)).toBe(2)
  await release()
  expect(await Promise.all([wrong, right])).toEqual([422, 429])
})
