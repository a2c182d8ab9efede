import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import type { ReviewState } from '#contract/review.ts'
import { sentenceOf } from '#server/analysis/sample-ride.ts'
import type { AnalysisResult } from '#server/analysis/types.ts'
import { json } from '#server/core/db/json.ts'
import { personalTables, rowsOf } from '#server/privacy/personal-tables.ts'
import { post } from '#test/harness/accounts.ts'
import { analysisResult, ask, makeVideo, messageOf, reviewState } from '#test/harness/review.ts'
import { stage } from '../integration-staff-review-setup.ts'
import { scratchFolder } from '../media/make.ts'

/** The harness's analysis, with each highlight's evidence. */
function withEvidence(): AnalysisResult {
  const result = analysisResult()
  const fact = (type: 'jump' | 'sound_burst', source: 'imu' | 'sound', at: number) => ({
    type,
    source,
    start: at,
    end: at + 2,
    core: at + 1,
    value: 1,
    unit: 's',
    strength: 0.8,
    text: sentenceOf('A fact'),
  })
  const highlights = result.highlights.map((highlight, index) => ({
    ...highlight,
    strength: 0.6 + index / 10,
    scoreModel: 'reviews-3',
    evidence: [index === 2 ? fact('sound_burst', 'sound', 25) : fact('jump', 'imu', 10 * index + 6)],
  }))
  const accelerometer = { fourcc: 'ACCL', name: 'Accelerometer', samples: 12_000, hz: 200 }
  const telemetry = { format: 'gpmf' as const, device: null, streams: [accelerometer], cameraTags: 0 }
  return { ...result, version: 5, telemetry, highlights }
}

async function reviewed() {
  const staged = await stage()
  const { db, rider } = staged
  const video = await makeVideo(db, rider.id)
  await db
    .updateTable('analysis_runs')
    .set({ result: json(withEvidence()) })
    .where('id', '=', video.runId)
    .execute()
  const labels = () =>
    db
      .selectFrom('review_labels')
      .select([
        'highlight',
        'reviewer_id',
        'verdict',
        'kind',
        'source',
        'by_video',
        'shown_score',
        'raw_score',
        'weights',
      ])
      .select(['found_start', 'found_end', 'given_start', 'given_end', 'analysis_version'])
      .where('video_id', '=', video.id)
      .orderBy('id')
      .execute()
  return { ...staged, video, labels }
}

test('an approved and a rejected highlight are stored as labels with what the analysis had found', async () => {
  const { moderator, video, labels } = await reviewed()
  const { id } = video
  await ask(moderator.client, 'POST', api.approveHighlight(id, 0))
  const state = (await (
    await ask(moderator.client, 'POST', api.rejectHighlight(id, 2))
  ).json()) as ReviewState
  expect(state).toMatchObject({
    approvedHighlights: [0],
    rejectedHighlights: [2],
    lastDecision: { kind: 'reject_highlight', mine: true },
  })
  const ends = { found_start: 5, found_end: 9, given_start: 5, given_end: 9 }
  const common = {
    reviewer_id: moderator.id,
    by_video: false,
    analysis_version: 5,
    weights: 3,
    source: 'telemetry',
  }
  expect(await labels()).toEqual([
    {
      ...common,
      ...ends,
      highlight: 0,
      verdict: 'approved',
      kind: 'jump',
      raw_score: 0.6,
      shown_score: 0.99,
    },
    {
      ...common,
      highlight: 2,
      verdict: 'rejected',
      kind: 'sound_burst',
      raw_score: 0.8,
      shown_score: 0.97,
      found_start: 25,
      found_end: 29,
      given_start: 25,
      given_end: 29,
    },
  ])
})

test('a highlight is never both approved and rejected: a late verdict is refused or replaces the first', async () => {
  const { admin, moderator, video } = await reviewed()
  const { id } = video
  const rejected = () => ask(moderator.client, 'POST', api.rejectHighlight(id, 0))
  expect((await rejected()).status).toBe(200)
  // Repeating it changes nothing; another person learns who was first.
  expect((await rejected()).status).toBe(200)
  expect((await reviewState(moderator.client, id)).version).toBe(1)
  const other = await ask(admin.client, 'POST', api.rejectHighlight(id, 0))
  expect([other.status, await messageOf(other)]).toEqual([
    409,
    'Mo Moderator already rejected this highlight.',
  ])
  expect((await ask(moderator.client, 'POST', api.rejectHighlight(id, 9))).status).toBe(404)
  // Approving afterwards is possible; the highlight is then no longer rejected, until that is undone.
  await ask(admin.client, 'POST', api.approveHighlight(id, 0))
  expect(await reviewState(admin.client, id)).toMatchObject({
    approvedHighlights: [0],
    rejectedHighlights: [],
  })
  expect(await messageOf(await rejected())).toBe('Alex Admin already approved this highlight.')
  await ask(admin.client, 'POST', api.undoDecision(id))
  expect(await reviewState(admin.client, id)).toMatchObject({
    approvedHighlights: [],
    rejectedHighlights: [0],
  })
})

test("a trim keeps the analysis's original bounds and the earlier verdict", async () => {
  const { moderator, video, labels } = await reviewed()
  const trim = (index: number, start: number, end: number) =>
    ask(moderator.client, 'PATCH', api.trimHighlight(video.id, index), { start, end })
  await trim(0, 5.5, 8)
  await ask(moderator.client, 'POST', api.approveHighlight(video.id, 1))
  await trim(1, 14, 18)
  await trim(1, 14.5, 18)
  expect(
    (await labels()).map(l => [
      l.highlight,
      l.verdict,
      l.found_start,
      l.found_end,
      l.given_start,
      l.given_end,
    ]),
  ).toEqual([
    [0, 'trimmed', 5, 9, 5.5, 8],
    [1, 'approved', 15, 19, 15, 19],
    [1, 'approved', 15, 19, 14, 18],
    [1, 'approved', 15, 19, 14.5, 18],
  ])
})

test('undo removes the labels of its decision and keeps earlier ones', async () => {
  const { moderator, video, labels } = await reviewed()
  const { id } = video
  const undo = () => ask(moderator.client, 'POST', api.undoDecision(id))
  await ask(moderator.client, 'POST', api.rejectHighlight(id, 1))
  await ask(moderator.client, 'POST', api.approveHighlight(id, 1))
  expect((await labels()).map(l => l.verdict)).toEqual(['rejected', 'approved'])
  await undo()
  expect((await labels()).map(l => l.verdict)).toEqual(['rejected'])
  await ask(moderator.client, 'POST', api.rejectVideo(id), { reason: 'nothing_happens' })
  expect(await labels()).toHaveLength(4)
  await undo()
  expect((await labels()).map(l => l.verdict)).toEqual(['rejected'])
})

test('rejecting a video because too little happens labels every highlight without a verdict', async () => {
  const { moderator, video, labels } = await reviewed()
  const { id } = video
  await ask(moderator.client, 'POST', api.approveHighlight(id, 1))
  await ask(moderator.client, 'POST', api.rejectVideo(id), { reason: 'quality' })
  expect((await labels()).map(l => [l.highlight, l.verdict, l.by_video, l.shown_score])).toEqual([
    [1, 'approved', false, 0.98],
    [null, 'rejected', false, 0.8],
  ])
  await ask(moderator.client, 'POST', api.undoDecision(id))
  await ask(moderator.client, 'POST', api.rejectVideo(id), { reason: 'nothing_happens' })
  expect((await labels()).map(l => [l.highlight, l.verdict, l.by_video])).toEqual([
    [1, 'approved', false],
    [null, 'rejected', false],
    [0, 'rejected', true],
    [2, 'rejected', true],
  ])
})

test('a rider who turns learning off has no labels: stored ones are deleted, and no new ones are added', async () => {
  const { db, admin, moderator, rider, video, labels } = await reviewed()
  const { id } = video
  expect((await rider.client.json<CurrentUser>(api.user)).learnFromReviews).toBe(true)
  await ask(moderator.client, 'POST', api.approveHighlight(id, 0))
  const other = await makeVideo(db, admin.id)
  await ask(moderator.client, 'POST', api.approveHighlight(other.id, 0))
  const choose = async (learnFromReviews: unknown) =>
    ask(rider.client, 'PUT', api.reviewLearning, { learnFromReviews })
  expect(await (await choose(false)).json()).toEqual({ learnFromReviews: false, deleted: 1 })
  expect((await rider.client.json<CurrentUser>(api.user)).learnFromReviews).toBe(false)
  await ask(moderator.client, 'POST', api.approveHighlight(id, 1))
  await ask(moderator.client, 'PATCH', api.trimHighlight(id, 0), { start: 6, end: 8 })
  await ask(moderator.client, 'POST', api.approveVideo(id))
  expect(await labels()).toEqual([])
  expect(await db.selectFrom('review_labels').select('video_id').execute()).toEqual([{ video_id: other.id }])
  // The reviews themselves continue unchanged.
  expect((await reviewState(moderator.client, id)).approvedHighlights).toEqual([0, 1])
  expect((await choose('no')).status).toBe(422)
  await choose(true)
  await ask(moderator.client, 'POST', api.approveHighlight(id, 2))
  expect(await labels()).toHaveLength(1)
})

test("labels are in the rider's export without the reviewer, and are deleted with the video", async () => {
  const { db, moderator, rider, video, labels } = await reviewed()
  await ask(moderator.client, 'POST', api.approveHighlight(video.id, 0))
  const archive = Buffer.from(await (await rider.client.call(api.exportData)).arrayBuffer()).toString(
    'latin1',
  )
  expect(archive).toContain('records/review_labels.json')
  const { review_labels: held } = personalTables
  const [exported, ...more] = await Array.fromAsync(rowsOf(db, 'review_labels', held, rider.id))
  expect(more).toEqual([])
  expect(exported).toMatchObject({ video_id: video.id, highlight: 0, verdict: 'approved' })
  expect(exported).not.toHaveProperty('reviewer_id')
  await rider.client.call(api.deleteVideo(video.id), { method: 'DELETE' })
  expect(await labels()).toEqual([])
  const again = await makeVideo(db, rider.id)
  await ask(moderator.client, 'POST', api.rejectHighlight(again.id, 0))
  await post(rider.client, api.deleteAccount, { confirmEmail: 'sam@trailcut.example' })
  expect(await db.selectFrom('review_labels').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('review_rejections').selectAll().execute()).toEqual([])
})

test('npm run evaluate -- --from-reviews scores the product on the reviews in its database', async () => {
  const { server, moderator, admin, video } = await reviewed()
  const { id } = video
  await ask(moderator.client, 'POST', api.approveHighlight(id, 0))
  await ask(moderator.client, 'POST', api.rejectHighlight(id, 2))
  await ask(admin.client, 'PATCH', api.trimHighlight(id, 1), { start: 16, end: 18.5 })
  const file = path.join(await scratchFolder(), 'figures', 'reviews.json')
  const { PATH, HOME, TMPDIR } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/evaluate.ts', '--from-reviews', '--json', file],
    { env: { PATH, HOME, TMPDIR, DATABASE_URL: server.deps.config.databaseUrl } },
  )
  expect(stdout).toContain('| jump | 2 | 1 | 1 | 1 | 0 | 1.00 |')
  expect(stdout).toContain('| sound_burst | 1 | 1 | 0 | 0 | 1 | 0.00 |')
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    all: { labels: 3, reviewers: 2, edges: { kept: 2, moved: 1, startShift: 1, endShift: -0.5 } },
  })
})
