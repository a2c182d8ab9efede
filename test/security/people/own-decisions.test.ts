import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decidesAbout, type Owned } from '#contract/endpoints/decisions.ts'
import { type Endpoint, endpoints } from '#contract/endpoints/index.ts'
import { addressOf, api, routeOf } from '#contract/paths.ts'
import { allows } from '#contract/permissions.ts'
import type { ReviewState } from '#contract/review.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { aloneNote } from '#server/audit/index.ts'
import type { Database } from '#server/core/db/database.ts'
import { json, textColumn } from '#server/core/db/json.ts'
import { micros } from '#server/core/money.ts'
import { lockCreators, post } from '#server/ledger/index.ts'
import { ask, makeVideo, proved } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'

const names = Object.keys(routes) as RouteName[]
const deciding = names.flatMap(name => {
  const about = decidesAbout(name)
  return about ? [{ name, ...about }] : []
})

/** A body that each call accepts; a new decision fails the walk below until it has one. */
const bodies: Partial<Record<RouteName, unknown>> = {
  rejectVideo: { reason: 'quality', words: '' },
  chooseThumbnail: { timestamp: 1 },
  reviewMetadata: { youtube: { title: 'Jumps', description: '', tags: [] } },
  trimHighlight: { start: 5, end: 8 },
  addToCompilation: { highlights: [0] },
  adminVideoStatus: { status: 'approved' },
  decideReel: { decision: 'approve', clipId: randomUUID() },
  decideMusic: { allowed: true },
  decideShareReport: { decision: 'keep' },
  schedulePublish: { platforms: ['youtube'], immediate: true },
  publishNow: { platform: 'youtube' },
  editPublication: { metadata: { title: 'Jumps' } },
  editPost: { title: 'Jumps' },
  decideHeldCounts: { decision: 'accept', views: 5000, reason: 'They are real.' },
  holdPayout: { reason: 'Odd views' },
  completePayout: { reference: 'ACH 1' },
  refundInvoice: { reason: 'Asked for it' },
  resendRefund: { reason: 'The card works again' },
  decideNegativeBalance: { decision: 'write_off', owed: 5, reason: 'They stopped riding.' },
  disputeFile: Buffer.from('%PDF-1.7'),
  disputeEvidence: { texts: {}, files: {}, submit: false },
}

/** What a call's address has after its path. */
const queries: Partial<Record<RouteName, string>> = { disputeFile: '?field=receipt&name=receipt.pdf' }

/** One object of each kind that belongs to a person, by its id. */
async function belongings(db: Database, userId: string): Promise<Record<Owned, string>> {
  const { id: video } = await makeVideo(db, userId)
  const publication = randomUUID()
  const now = new Date()
  await db
    .insertInto('publications')
    .values({
      id: publication,
      video_id: video,
      user_id: userId,
      platform: 'youtube',
      kind: 'youtube',
      content: 'video',
      content_label: textColumn('The whole video'),
      state: 'scheduled',
      metadata: json({ title: 'Jumps', description: '', tags: [] }),
      scheduled_for: now,
      next_at: now,
      created_at: now,
      wall_time: '2026-11-26 12:00',
      time_zone: 'UTC',
      timing: 'immediate',
    })
    .execute()
  const held = { accepted_views: 0, accepted_likes: 0, accepted_comments: 0, accepted_shares: 0 }
  const { id: heldCount } = await db
    .insertInto('held_counts')
    .values({
      ...held,
      publication_id: publication,
      reason: 'jump',
      reported_views: 5000,
      most_views: 5000,
      first_seen: now,
      last_seen: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payout = randomUUID()
  await db
    .insertInto('payouts')
    .values({
      id: payout,
      user_id: userId,
      amount: 50_000_000,
      fee: 0,
      method: 'manual',
      origin: 'request',
      status: 'pending',
      approval: 'needed',
      created_at: now,
    })
    .execute()
  const shareLink = randomUUID()
  await db
    .insertInto('share_links')
    .values({ id: shareLink, video_id: video, token: randomUUID().replaceAll('-', ''), created_at: now })
    .execute()
  const invoice = `in_${randomUUID().replaceAll('-', '')}`
  await db
    .insertInto('billing_invoices')
    .values({
      id: invoice,
      user_id: userId,
      amount_cents: 999,
      status: 'paid',
      paid_at: now,
      description: 'Premium',
      created_at: now,
    })
    .execute()
  const dispute = `dp_${randomUUID().replaceAll('-', '')}`
  await db
    .insertInto('disputes')
    .values({
      id: dispute,
      charge_id: 'ch_1',
      user_id: userId,
      invoice_id: invoice,
      status: 'needs_response',
      reason: 'fraudulent',
      amount_cents: 999,
      opened_at: now,
    })
    .execute()
  return { video, publication, heldCount, payout, shareLink, invoice, dispute, balance: userId }
}

const stage = async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const admin = await proved(server, 'admin@trailcut.example')
  return { server, db: server.deps.db, admin }
}

/** Calls a decision about an object. @returns its status and sentence */
async function decide(
  { client }: { client: Parameters<typeof ask>[0] },
  { name, param }: (typeof deciding)[number],
  id: string,
) {
  const { method } = routeOf(name)
  const others = { index: 0, reelId: randomUUID(), musicId: randomUUID(), refundId: 're_none' }
  const address = `${addressOf(name, { ...others, [param]: id })}${queries[name] ?? ''}`
  const body = bodies[name]
  const answer = await (Buffer.isBuffer(body)
    ? client.call(address, { method, body, headers: { 'content-type': 'application/octet-stream' } })
    : ask(client, method as 'POST', address, body))
  const { message = '' } = (await answer.json()) as { message?: string }
  return { status: answer.status, message }
}

test('every change by staff is about no one, or compares the owner', () => {
  const staffOnly = names.filter(name => !allows((endpoints[name] as Endpoint).permission, 'user'))
  expect(staffOnly.length).toBeGreaterThan(60)
  expect(deciding.length).toBeGreaterThan(25)
  // Only these may be made about one's own object: they decide nothing.
  const harmless = staffOnly.filter(name => (endpoints[name] as Endpoint).decides === false)
  expect(harmless.sort()).toEqual(['endPresence', 'reviewPresence', 'schedulePreview'])
  // Where the body names several objects, the call compares each owner itself; the last test of this file is about it.
  const many = staffOnly.filter(name => {
    const { body } = endpoints[name] as Endpoint
    return Object.keys((body as { shape?: object } | undefined)?.shape ?? {}).some(key => /ids$/i.test(key))
  })
  expect(many).toEqual(['bulkVideoStatus'])
})

test('nobody decides about what is theirs while another staff member can, and others may', async () => {
  const { server, db, admin } = await stage()
  const other = await proved(server, 'other@trailcut.example')
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', other.id).execute()
  const own = await belongings(db, admin.id)
  for (const call of deciding) {
    const { status, message } = await decide(admin, call, own[call.owned])
    expect([call.name, status, message]).toEqual([
      call.name,
      409,
      expect.stringMatching(/^Another staff member has to decide about (the counts of )?your own /),
    ])
    const theirs = await decide(other, call, own[call.owned])
    expect(theirs.message, `${call.name} by another staff member`).not.toContain('Another staff member')
    expect(theirs.status, call.name).not.toBe(422)
  }
})

test('a suspended colleague, and one without the permission, leave the decision to its owner', async () => {
  const { server, db, admin } = await stage()
  const moderator = await proved(server, 'moderator@trailcut.example')
  const { video, payout } = await belongings(db, admin.id)
  const review = () => admin.client.json<ReviewState>(api.videoReview(video))
  // A moderator could decide about the video, and can't about the payout.
  expect((await review()).mayDecide).toBe(false)
  expect((await ask(admin.client, 'POST', api.approveVideo(video))).status).toBe(409)
  expect((await ask(admin.client, 'POST', api.approvePayout(payout))).status).toBe(200)
  await ask(admin.client, 'POST', addressOf('suspendUser', { userId: moderator.id }), { reason: 'On leave' })
  expect((await review()).mayDecide).toBe(true)
  expect((await ask(admin.client, 'POST', api.approveVideo(video))).status).toBe(200)
  const log = await db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('object_id', 'in', [video, payout])
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['payout.approve', 'video.approve'])
  for (const { after } of log) expect(after).toMatchObject({ ownDecision: aloneNote })
})

test('the only admin writes off their own balance, and the audit log says so', async () => {
  const { db, admin } = await stage()
  await db.transaction().execute(async tx => {
    await lockCreators(tx, [admin.id])
    await post(tx, [
      {
        sourceEvent: 'reversal:1',
        type: 'view_correction',
        userId: admin.id,
        facts: {},
        occurredAt: new Date(),
        lines: [
          { account: { kind: 'creator_payable', userId: admin.id }, amount: micros(-5_000_000n) },
          { account: { kind: 'platform' }, amount: micros(5_000_000n) },
        ],
      },
    ])
  })
  const address = addressOf('decideNegativeBalance', { userId: admin.id })
  expect((await ask(admin.client, 'POST', address, bodies.decideNegativeBalance)).status).toBe(200)
  const { action, after } = await db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('object_id', '=', admin.id)
    .where('action', 'like', 'balance.%')
    .executeTakeFirstOrThrow()
  expect([action, after]).toMatchObject(['balance.write_off', { ownDecision: aloneNote }])
})

test('a decision about another rider says nothing of the kind', async () => {
  const { server, db, admin } = await stage()
  const rider = await proved(server, 'sam@trailcut.example')
  const { video } = await belongings(db, rider.id)
  expect((await ask(admin.client, 'POST', api.approveVideo(video))).status).toBe(200)
  const { after } = await db
    .selectFrom('audit_log')
    .select('after')
    .where('object_id', '=', video)
    .executeTakeFirstOrThrow()
  expect(after).not.toHaveProperty('ownDecision')
})

test('a change of many videos leaves out the own ones and says why', async () => {
  const { server, db, admin } = await stage()
  await proved(server, 'moderator@trailcut.example')
  const rider = await proved(server, 'sam@trailcut.example')
  // Only an admin sets a status.
  const bulk = async (ids: string[]) =>
    (await (await ask(admin.client, 'POST', api.bulkVideoStatus, { ids, status: 'approved' })).json()) as {
      changed: string[]
      refused: unknown[]
    }
  const { video: own } = await belongings(db, admin.id)
  const { video: theirs } = await belongings(db, rider.id)
  const second = await proved(server, 'second@trailcut.example')
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', second.id).execute()
  const answer = await bulk([own, theirs])
  expect(answer.changed).toEqual([theirs])
  expect(answer.refused).toEqual([
    { id: own, message: 'Another staff member has to decide about your own video.' },
  ])
})
