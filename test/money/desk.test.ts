import { expect, test } from 'vitest'
import { deskKinds } from '#contract/money/constants.ts'
import { disputeOf, sendEvidence, uploadEvidence } from '#server/subscriptions/desk/evidence.ts'
import { deskOf } from '#server/subscriptions/desk/lists.ts'
import { reconcileSubscriptions } from '#server/subscriptions/index.ts'
import { refundInvoice, resendRefund } from '#server/subscriptions/refund.ts'
import { faultsOf, makeCreator } from '#test/harness/money.ts'
import { inEnglish } from '#test/harness/notifications.ts'
import { plansByHand } from './plans-by-hand.ts'

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)])

async function setUp(card: string) {
  const hand = await plansByHand()
  const { db, subscriber, deliver, deps } = hand
  const admin = await makeCreator(db)
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin).execute()
  const by = { actorId: admin, actorRole: 'admin', requestId: null }
  const { userId, intent } = await subscriber(card)
  await deliver()
  const listed = (kind: (typeof deskKinds)[number]) => deskOf(deps, { kind, offset: 0, limit: 25 })
  const audited = async () =>
    (await db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(a => a.action)
  const told = async () =>
    inEnglish(
      await db.selectFrom('notifications').select('title').where('user_id', '=', admin).execute(),
    ).map(n => n.title)
  return { ...hand, by, admin, userId, intent, listed, audited, told }
}

test('a dispute is answered with a file and a text: as a draft, then for good', async () => {
  const { deps, by, userId, listed, audited, client, count, sandbox } = await setUp('pm_card_createDispute')
  const [dispute] = await listed('disputes')
  expect(dispute).toMatchObject({
    status: 'needs_response',
    amount: 9.99,
    rider: { id: userId },
    nextAt: expect.stringMatching(/^20/),
    url: expect.stringContaining('https://dashboard.stripe.com/test/disputes/'),
  })
  const id = dispute?.id as string
  sandbox.advance(1)
  await count(userId, 1000)
  const before = await disputeOf(deps, id)
  expect(before).toMatchObject({ open: true, submissions: 0, texts: {}, files: [] })
  expect(before.suggested.access_activity_log).toMatch(/^Signed up on 20/)
  expect(JSON.stringify(before.suggested)).not.toMatch(/\d+\.\d+\.\d+\.\d+/)
  await expect(
    uploadEvidence(deps, by, id, { field: 'receipt', name: 'note.txt' }, Buffer.from('hello')),
  ).rejects.toThrow('a PDF, a JPEG or a PNG')
  const upload = () => uploadEvidence(deps, by, id, { field: 'receipt', name: 'receipt.png' }, png)
  const file = await upload()
  // The same file again is the same upload.
  expect(await upload()).toEqual(file)
  await expect(
    sendEvidence(deps, by, id, { texts: {}, files: { customer_communication: file.id }, submit: false }),
  ).rejects.toThrow('Send this file again')
  const evidence = { texts: { customer_name: 'Lee Miller' }, files: { receipt: file.id } }
  const draft = await sendEvidence(deps, by, id, { ...evidence, submit: false })
  expect(draft).toMatchObject({ submissions: 0, texts: evidence.texts, files: [{ id: file.id }], open: true })
  // The answer is lost after Stripe has taken it: it is looked up, and sent once.
  sandbox.faults.add({ match: `POST /v1/disputes/${id}`, kind: 'cut_after', times: 3 })
  const sent = await sendEvidence(deps, by, id, { ...evidence, submit: true })
  expect(sent).toMatchObject({ submissions: 1, status: 'under_review', open: false })
  expect((await client.disputes.retrieve(id)).evidence_details.submission_count).toBe(1)
  await expect(sendEvidence(deps, by, id, { ...evidence, submit: true })).rejects.toThrow('no longer takes')
  expect(await audited()).toEqual(['dispute.file', 'dispute.draft', 'dispute.submit'])
  expect(await listed('disputes')).toMatchObject([{ status: 'under_review', nextAt: null }])
})

test('an early fraud warning is stored, tells admins once, and ends with a full refund', async () => {
  const { deps, db, by, userId, listed, told, deliver } = await setUp('pm_card_createIssuerFraudRecord')
  expect(await listed('warnings')).toMatchObject([
    { status: 'actionable', amount: 9.99, rider: { id: userId }, nextAt: expect.stringMatching(/^20/) },
  ])
  await deliver({ again: true, backwards: true })
  expect(await told()).toEqual([expect.stringMatching(/^A payment of \$9\.99 may be fraud: decide by /)])
  const [warning] = await listed('warnings')
  await refundInvoice(deps, by, warning?.invoiceId as string, { reason: 'Fraud' })
  await deliver()
  expect(await listed('warnings')).toMatchObject([{ status: 'done', nextAt: null }])
  expect(await listed('refunds')).toMatchObject([{ status: 'sent', amount: 9.99, rider: { id: userId } }])
  expect(await faultsOf(db)).toEqual([])
})

test('the nightly comparison finds a warning whose event never arrived', async () => {
  const hand = await plansByHand()
  await hand.subscriber('pm_card_createIssuerFraudRecord')
  await reconcileSubscriptions(hand.deps, { again: true })
  expect(await deskOf(hand.deps, { kind: 'warnings', offset: 0, limit: 25 })).toHaveLength(1)
})

/** A rider's paid invoice, and what staff refund of it. */
async function setUpRefunds() {
  const hand = await setUp('pm_card_visa')
  const { deps, db, by, userId } = hand
  const { id } = await db.selectFrom('billing_invoices').select('id').executeTakeFirstOrThrow()
  return {
    ...hand,
    invoiceId: id,
    refund: (part?: { amount: number; refunded: number }) =>
      refundInvoice(deps, by, id, { reason: 'Half a month', part }),
    refunded: async () =>
      (await db.selectFrom('billing_invoices').select('refunded_cents').executeTakeFirstOrThrow())
        .refunded_cents,
    plan: async () =>
      (
        await db
          .selectFrom('subscriptions')
          .select('status')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).status,
  }
}

test('a part of an invoice is refunded once, however often it is asked, and the plan continues', async () => {
  const { db, listed, refund, refunded, plan, sandbox } = await setUpRefunds()
  await expect(refund({ amount: 10, refunded: 0 })).rejects.toThrow('At most $9.99')
  // Two people at once; and once more, after the answer was lost.
  await Promise.allSettled([refund({ amount: 4, refunded: 0 }), refund({ amount: 4, refunded: 0 })])
  expect(await refunded()).toBe(400)
  await expect(refund({ amount: 4, refunded: 0 })).rejects.toThrow('$4.00 of this invoice has been refunded')
  expect(await plan()).toBe('active')
  await refund({ amount: 4, refunded: 4 })
  expect(await refunded()).toBe(800)
  expect(await listed('refunds')).toMatchObject([{ amount: 4 }, { amount: 4 }])
  expect(sandbox.state.all('refund')).toMatchObject([{ amount: 400 }, { amount: 400 }])
  await refund()
  expect(await refunded()).toBe(999)
  expect(await plan()).toBe('canceled')
  expect(await faultsOf(db)).toEqual([])
  for (const kind of deskKinds) await listed(kind)
})

test('a part is refunded once, even if the same request arrives between any two queries', async () => {
  const { deps, db, by, invoiceId, refund, refunded, sandbox } = await setUpRefunds()
  let rounds = 0
  for (let isWhole = false; !isWhole; rounds++) {
    const part = { amount: 0.1, refunded: rounds / 10 }
    let queries = 0
    const interrupted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (queries++ === rounds) await refund(part)
        return result
      },
    })
    // Within a transaction, the other request would wait for this one's locks.
    interrupted.transaction = () => db.transaction()
    const reason = 'Half a month'
    await Promise.allSettled([refundInvoice({ ...deps, db: interrupted }, by, invoiceId, { reason, part })])
    isWhole = queries <= rounds
    expect(await refunded()).toBe((rounds + 1) * 10)
  }
  expect(rounds).toBeGreaterThan(5)
  expect(sandbox.state.all('refund')).toHaveLength(rounds)
})

/** Stripe makes the next refund, and its answer is lost: two more tries by Stripe's own client, too. */
const lostAnswer = { match: 'POST /v1/refunds', kind: 'cut_after', times: 3 } as const

test('a part whose answer was lost is looked up, at once or before anything else is refunded', async () => {
  const { client, intent, refund, refunded, sandbox, audited } = await setUpRefunds()
  sandbox.faults.add(lostAnswer)
  expect(await refund({ amount: 1, refunded: 0 })).toMatchObject({ amount: 1 })
  expect(await audited()).toEqual(['invoice.refund'])
  // A server that died after it had sent one leaves it at Stripe only.
  await client.refunds.create({ payment_intent: intent, amount: 300 })
  await expect(refund({ amount: 5, refunded: 1 })).rejects.toThrow('$4.00 of this invoice has been refunded')
  expect(await refunded()).toBe(400)
  expect(sandbox.state.all('refund').map(r => r.amount)).toEqual([100, 300])
})

test.each([
  ['all of an invoice', undefined, 9.99],
  ['a part of an invoice', { amount: 4, refunded: 0 }, 4],
])('%s can be refunded again after the bank returned it', async (_, part, amount) => {
  const { db, deliver, listed, refund, refunded, sandbox } = await setUpRefunds()
  const first = await refund(part)
  sandbox.failRefund(first.refundId)
  await deliver()
  expect(await refunded()).toBe(0)
  const second = await refund(part)
  expect(second).toMatchObject({ amount })
  expect(second.refundId).not.toBe(first.refundId)
  expect(await refunded()).toBe(Math.round(amount * 100))
  expect((await listed('refunds')).map(r => r.id).sort()).toEqual([first.refundId, second.refundId].sort())
  expect(await faultsOf(db)).toEqual([])
})

test('a refund that the bank returned is sent again, once each time it comes back, and the audit log says so', async () => {
  const { db, deps, by, deliver, listed, refund, refunded, plan, invoiceId, sandbox } = await setUpRefunds()
  const resend = (refundId: string, reason = 'The card works again') =>
    resendRefund(deps, by, { invoiceId, refundId }, reason)
  const { refundId: first } = await refund()
  await expect(resend(first)).rejects.toThrow("hasn't returned this refund")
  await expect(resend('re_none')).rejects.toThrow("couldn't find this refund")
  // Long after the 30 days of the guarantee, which this refund was part of.
  sandbox.advance(45)
  sandbox.failRefund(first)
  await deliver()
  expect(sandbox.state.get('refund', first)).toMatchObject({
    status: 'failed',
    failure_reason: expect.any(String),
  })
  expect(await refunded()).toBe(0)
  expect(await listed('refunds')).toMatchObject([
    { id: first, status: 'returned', nextAt: null, amount: 9.99 },
  ])
  // Two people at once; and once more, after the answer was lost.
  await Promise.allSettled([resend(first), resend(first)])
  await expect(resend(first)).rejects.toThrow('already been sent again')
  const [second, old] = await listed('refunds')
  expect([second, old]).toMatchObject([
    { status: 'sent', amount: 9.99, nextAt: expect.any(String) },
    { id: first, status: 'resent' },
  ])
  expect(await refunded()).toBe(999)
  // It comes back, too.
  sandbox.failRefund(second?.id as string)
  await deliver({ again: true, backwards: true })
  const { refundId: third } = await resend(second?.id as string, 'The rider has a new card')
  await deliver({ again: true })
  expect((await listed('refunds')).map(({ id, status }) => [id, status])).toEqual([
    [third, 'sent'],
    [second?.id, 'resent'],
    [first, 'resent'],
  ])
  expect(await refunded()).toBe(999)
  expect(await plan()).toBe('canceled')
  expect(sandbox.state.all('refund')).toHaveLength(3)
  const log = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'object_id', 'before', 'after', 'at'])
    .where('action', '=', 'refund.resend')
    .orderBy('id')
    .execute()
  expect(log.at(-1)).toMatchObject({
    actor_id: by.actorId,
    object_id: invoiceId,
    before: { refund: second?.id },
    after: { refund: third, refunded: 9.99, reason: 'The rider has a new card' },
    at: expect.any(Date),
  })
  expect(await faultsOf(db)).toEqual([])
})

test('a returned refund is sent again once, also when the answer is lost or the server dies', async () => {
  const { client, intent, deps, by, deliver, refund, refunded, audited, invoiceId, sandbox } =
    await setUpRefunds()
  const resend = (refundId: string) => resendRefund(deps, by, { invoiceId, refundId }, 'The card works again')
  const { refundId: first } = await refund({ amount: 4, refunded: 0 })
  sandbox.failRefund(first)
  await deliver()
  sandbox.faults.add(lostAnswer)
  const { refundId: second } = await resend(first)
  expect(await audited()).toEqual(['invoice.refund', 'refund.resend'])
  sandbox.failRefund(second)
  await deliver()
  await client.refunds.create({ payment_intent: intent, amount: 400, metadata: { resendOf: second } })
  await expect(resend(second)).rejects.toThrow('already been sent again')
  expect(await refunded()).toBe(400)
  expect(sandbox.state.all('refund')).toHaveLength(3)
})

test('a returned refund asks for nothing once its money went out another way', async () => {
  const { deps, by, deliver, listed, refund, invoiceId, sandbox } = await setUpRefunds()
  const { refundId } = await refund()
  sandbox.failRefund(refundId)
  await deliver()
  await refund()
  expect((await listed('refunds')).map(r => r.status)).toEqual(['sent', 'done'])
  await expect(resendRefund(deps, by, { invoiceId, refundId }, 'Twice')).rejects.toThrow('already')
})
