import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PlatformStats, Work } from '#contract/admin.ts'
import { api } from '#contract/paths.ts'
import { fillWork } from '#test/harness/work.ts'
import { stage } from './integration-staff-admin-setup.ts'

test('staff see what waits for them: of each kind how much and how long, and only what their role decides', async () => {
  const { db, admin, moderator, rider } = await stage()
  await fillWork(db, rider.id)
  const workOf = async ({ client }: typeof admin) =>
    (await client.json<PlatformStats>(api.adminStats)).work.map(({ kind, count, oldestSeconds }) => [
      kind,
      count,
      oldestSeconds === null ? null : Math.floor(oldestSeconds / 86_400),
    ])
  const ofModerators = [
    ['review', 2, 3],
    ['reports', 1, 2],
    ['failedPosts', 1, 4],
    ['latePosts', 1, 5],
  ]
  expect(await workOf(moderator)).toEqual(ofModerators)
  expect(await workOf(admin)).toEqual([
    ...ofModerators,
    ['channels', 2, null],
    ['payouts', 3, 6],
    ['disputes', 2, 8],
    ['warnings', 1, 1],
    ['heldCounts', 1, 7],
  ])
  expect((await rider.client.call(api.adminStats)).status).toBe(403)

  await sql`update publishing_pause set paused = true`.execute(db)
  expect((await workOf(moderator)).map(([kind]) => kind)).toEqual(['review', 'reports', 'failedPosts'])
})

test('each list that a kind of work leads to has as many entries as were counted', async () => {
  const { db, admin, rider } = await stage()
  await fillWork(db, rider.id)
  const { work } = await admin.client.json<PlatformStats>(api.adminStats)
  const counted = (kind: Work['kind']) => work.find(one => one.kind === kind)?.count
  const lengthOf = async (address: string) => (await admin.client.json<unknown[]>(address)).length
  expect(await lengthOf(`${api.aiProcessedVideos}?status=waiting`)).toBe(counted('review'))
  expect(await lengthOf(`${api.shareReports}?undecided=true`)).toBe(counted('reports'))
  expect(await lengthOf(api.shareReports)).toBe(2)
  expect(await lengthOf(`${api.publications}?state=failed`)).toBe(counted('failedPosts'))
  expect(await lengthOf(`${api.publications}?overdue=true`)).toBe(counted('latePosts'))
  const [failed] = await admin.client.json<{ id: string }[]>(`${api.publications}?state=failed`)
  expect(await admin.client.json(`${api.publications}?id=${failed?.id}`)).toEqual([failed])
  expect(await lengthOf(`${api.adminPayouts}?undecided=true`)).toBe(counted('payouts'))
  expect(await admin.client.json(`${api.payoutTotals}?undecided=true`)).toMatchObject({ count: 3 })
  expect(await lengthOf(api.heldCounts)).toBe(counted('heldCounts'))
  const { channels } = await admin.client.json<{ channels: { notice: string | null; status: string }[] }>(
    api.channels,
  )
  expect(channels.filter(one => one.notice && one.status !== 'disconnected')).toHaveLength(2)
  const open = async (kind: string) =>
    (await admin.client.json<{ nextAt: string | null; status: string }[]>(`${api.desk}?kind=${kind}`)).filter(
      ({ status }) => status.endsWith('needs_response') || status === 'actionable',
    ).length
  expect(await open('disputes')).toBe(counted('disputes'))
  expect(await open('warnings')).toBe(counted('warnings'))
})
