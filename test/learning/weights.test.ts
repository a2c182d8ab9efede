import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import type { AuditEntry } from '#contract/audit.ts'
import type { ScoreWeightsState } from '#contract/learning.ts'
import type { Notification } from '#contract/notifications.ts'
import { api } from '#contract/paths.ts'
import { analysisVersion, standardModel } from '#server/analysis/index.ts'
import { nightlyRefit } from '#server/learning/nightly-refit.ts'
import { weightsInUse } from '#server/learning/weights-in-use.ts'
import { ask, messageOf } from '#test/harness/review.ts'
import { addVerdicts } from '#test/harness/verdicts.ts'
import { stage } from '../integration-staff-review-setup.ts'
import { ride } from '../media/ride.ts'

async function staged(role = 'web') {
  const scene = await stage({ ROLE: role })
  const { server, db, admin, rider } = scene
  const night = () => nightlyRefit(server.deps, { again: true })
  const state = () => admin.client.json<ScoreWeightsState>(api.scoreWeights)
  const notified = async () =>
    (await admin.client.json<Notification[]>(api.notifications))
      .filter(({ type }) => type === 'score_proposal')
      .map(({ title, link }) => [title, link])
  const verdicts = (given?: Parameters<typeof addVerdicts>[2]) => addVerdicts(db, rider.id, given)
  const decide = (address: string) => ask(admin.client, 'POST', address)
  return { ...scene, night, state, notified, verdicts, decide }
}

test('a night with enough verdicts makes a proposal, notifies admins once, and changes no score', async () => {
  const { db, night, state, notified, verdicts } = await staged()
  await night()
  expect(await state()).toEqual({
    inUse: { version: 0, fits: true },
    proposal: null,
    labels: { labels: 0, videos: 0 },
    lastRefit: { at: expect.any(String), outcome: 'too_few' },
    history: [],
  })
  await verdicts()
  await night()
  const { proposal, lastRefit, labels } = await state()
  expect([lastRefit?.outcome, labels]).toEqual(['proposed', { labels: 240, videos: 24 }])
  expect(proposal).toMatchObject({ version: 1, report: { labels: 240, videos: 24, against: 0 } })
  const loud = proposal?.report.rows.find(({ kind }) => kind === 'sound_burst')
  expect(loud).toMatchObject({ source: 'picture', labels: 120, videos: 24, changed: true })
  expect(loud?.scores.every(({ today, proposed }) => proposed < today)).toBe(true)
  expect(await weightsInUse(db)).toMatchObject({ version: 0, model: { version: standardModel.version } })
  expect(await notified()).toEqual([['New score weights are proposed', '/admin/score-weights']])

  // The same labels change nothing; more of them replace the open proposal without another notification.
  await night()
  expect((await state()).lastRefit?.outcome).toBe('same_labels')
  expect((await state()).proposal?.version).toBe(1)
  await verdicts({ count: 4, seed: 2 })
  await night()
  expect((await state()).proposal).toMatchObject({ version: 2, report: { labels: 280 } })
  expect(await notified()).toHaveLength(1)
})

test('the fit runs once a day automatically', async () => {
  const { server, db } = await staged()
  const rounds = () => db.selectFrom('score_refits').select('outcome').execute()
  expect(await nightlyRefit(server.deps)).toBe(true)
  expect(await nightlyRefit(server.deps)).toBe(false)
  expect(await rounds()).toHaveLength(1)
})

test('an admin applies weights and reverts them; each step is in the history and the audit log', async () => {
  const { db, admin, night, state, verdicts, decide } = await staged()
  await verdicts()
  await night()
  const used = (await (await decide(api.applyScoreWeights(1))).json()) as ScoreWeightsState
  expect(used).toMatchObject({
    inUse: { version: 1, fits: true },
    proposal: null,
    history: [{ version: 1, usedBy: 'Alex Admin' }],
  })
  expect(await weightsInUse(db)).toMatchObject({ version: 1, model: { version: 'reviews-1' } })
  expect(await messageOf(await decide(api.applyScoreWeights(1)))).toBe('These weights are already in use.')
  // What reviews taught is in use: the next night, similar verdicts yield nothing better.
  await verdicts({ count: 6, seed: 3 })
  await night()
  expect((await state()).lastRefit?.outcome).toBe('no_better')

  expect((await decide(api.applyScoreWeights(0))).status).toBe(200)
  expect((await decide(api.applyScoreWeights(1))).status).toBe(200)
  expect((await state()).history.map(({ version }) => version)).toEqual([1, 0, 1])
  const log = await admin.client.json<AuditEntry[]>(`${api.audit}?objectType=score_weights`)
  expect(log.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['score_weights.use', { version: 0 }, { version: 1 }],
    ['score_weights.use', { version: 1 }, { version: 0 }],
    ['score_weights.use', { version: 0 }, { version: 1 }],
  ])
})

test("a dismissed proposal can't be applied, and returns after 50 more verdicts", async () => {
  const { night, state, verdicts, decide } = await staged()
  await verdicts()
  await night()
  expect(await (await decide(api.dismissScoreWeights(1))).json()).toMatchObject({
    proposal: null,
    history: [],
  })
  for (const address of [api.dismissScoreWeights(1), api.applyScoreWeights(1)]) {
    const again = await decide(address)
    expect([again.status, await messageOf(again)]).toEqual([409, expect.stringContaining('no longer open')])
  }
  await verdicts({ count: 4, seed: 2 })
  await night()
  expect(await state()).toMatchObject({ proposal: null, lastRefit: { outcome: 'dismissed' } })
  await verdicts({ count: 1, seed: 3 })
  await night()
  expect(await state()).toMatchObject({ proposal: { version: 2 }, lastRefit: { outcome: 'proposed' } })
})

test("a proposal that today's verdicts no longer support is withdrawn", async () => {
  const { db, rider, night, state, verdicts } = await staged()
  await verdicts()
  await night()
  expect((await state()).proposal?.version).toBe(1)
  // Its rider turns learning off: the basis of the proposal is gone.
  await ask(rider.client, 'PUT', api.reviewLearning, { learnFromReviews: false })
  await night()
  expect(await state()).toMatchObject({ proposal: null, lastRefit: { outcome: 'too_few' } })
  expect(await db.selectFrom('score_weights').select('state').execute()).toEqual([{ state: 'replaced' }])
})

test("weights fitted for an earlier analysis version no longer count and can't be chosen", async () => {
  const { db, night, state, verdicts, decide } = await staged()
  await verdicts()
  await night()
  await decide(api.applyScoreWeights(1))
  await db
    .updateTable('score_weights')
    .set({ analysis_version: analysisVersion - 1 })
    .execute()
  expect(await weightsInUse(db)).toMatchObject({
    chosen: 1,
    version: 0,
    model: { version: standardModel.version },
  })
  expect((await state()).inUse).toEqual({ version: 1, fits: false })
  expect((await decide(api.applyScoreWeights(0))).status).toBe(200)
  const again = await decide(api.applyScoreWeights(1))
  expect([again.status, await messageOf(again)]).toEqual([409, expect.stringContaining('earlier version')])
})

test('score weights are only for admins, and their input is validated', async () => {
  const { admin, moderator, rider } = await staged()
  for (const { client } of [moderator, rider]) {
    expect((await client.call(api.scoreWeights)).status).toBe(403)
    expect((await ask(client, 'POST', api.applyScoreWeights(0))).status).toBe(403)
    expect((await ask(client, 'POST', api.dismissScoreWeights(1))).status).toBe(403)
  }
  for (const [version, status] of [
    [99, 404],
    [-1, 422],
    ['1.5', 422],
    [randomUUID(), 422],
    [2 ** 31, 422],
  ] as const)
    expect([version, (await ask(admin.client, 'POST', api.dismissScoreWeights(version))).status]).toEqual([
      version,
      status,
    ])
})

test('when two admins decide at once, one wins and the other gets a conflict', async () => {
  const { night, verdicts, decide, state } = await staged()
  await verdicts()
  await night()
  const answers = await Promise.all([decide(api.applyScoreWeights(1)), decide(api.dismissScoreWeights(1))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await state()).proposal).toBeNull()
})

test('the next analysis uses the current weights, and its labels record them', async () => {
  const { db, moderator, rider, night, verdicts, decide } = await staged('all')
  await verdicts()
  await night()
  await decide(api.applyScoreWeights(1))
  const { client } = rider
  const { video, uploadUrl, size } = await client.requestUpload(await ride({ telemetry: true }))
  await client.sendFile(await ride({ telemetry: true }), uploadUrl, size)
  await client.untilPlayable(video.id)
  await client.untilAnalyzed(video.id)
  const { highlights } = await client.json<AiHighlightsAnswer>(api.aiHighlights(video.id))
  expect(highlights.length).toBeGreaterThan(0)
  expect(new Set(highlights.map(({ scoreModel }) => scoreModel))).toEqual(new Set(['reviews-1']))
  await ask(moderator.client, 'POST', api.approveHighlight(video.id, 0))
  const label = await db
    .selectFrom('review_labels')
    .select(['weights', 'raw_score', 'shown_score', 'source', 'kind', 'analysis_version'])
    .where('video_id', '=', video.id)
    .executeTakeFirstOrThrow()
  expect(label).toEqual({
    weights: 1,
    raw_score: highlights[0]?.strength,
    shown_score: highlights[0]?.certainty,
    source: 'telemetry',
    kind: highlights[0]?.evidence[0]?.type,
    analysis_version: analysisVersion,
  })
})
