import { expect, test } from 'vitest'
import type { z } from 'zod'
import { addressOf, api } from '#contract/paths.ts'
import type {
  Channel,
  channelsAnswer,
  connectAnswer,
  Publication,
  PublicationDetail,
} from '#contract/publishing/publications.ts'
import type { QueueStatus } from '#contract/publishing/queue.ts'
import type { scheduleAnswer, schedulePreview } from '#contract/publishing/scheduling.ts'
import { ask, messageOf, proved } from '#test/harness/review.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const videoId = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c33'
const tests = 'UCtrailcut0000000000002'

const refusal = async (client: ApiClient, address: string, body: unknown = {}) => {
  const answer = await ask(client, 'POST', address, body)
  return [answer.status, await messageOf(answer)]
}

/** A server whose publications wait, an approved video, and staff. */
async function stage() {
  const server = await startTestServer({ ROLE: 'web' })
  const moderator = (await proved(server, 'moderator@trailcut.example')).client
  const admin = (await proved(server, 'admin@trailcut.example')).client
  const rider = await proved(server, 'sam@trailcut.example')
  await server.deps.db
    .insertInto('videos')
    .values({
      id: videoId,
      user_id: rider.id,
      title: 'Mud day',
      category: 'utv',
      status: 'approved',
      file_name: 'ride.mp4',
      original_key: 'originals/x/ride.mp4',
      original_sha256: '0'.repeat(64),
      duration_seconds: 20,
    })
    .execute()
  const ofYoutube = async () => {
    const { channels } = await moderator.json<z.infer<typeof channelsAnswer>>(api.channels)
    return channels.filter(({ kind }) => kind === 'youtube')
  }
  return { server, admin, moderator, ofYoutube }
}

/** Connects a sandbox account and grants everything on its consent page. */
async function connect(server: TestServer, client: ApiClient, accountId: string, channelId?: string) {
  const { youtube } = server.sandbox?.social ?? {}
  if (!youtube) throw new Error('The stand-in does not run')
  const begun = await ask(client, 'POST', api.connectChannel('youtube'), channelId && { channelId })
  const { url } = (await begun.json()) as z.infer<typeof connectAnswer>
  const asked = new URL(url).searchParams
  const code = youtube.consent(asked.get('redirect_uri') ?? '', asked.get('code_challenge'), accountId)
  const back = new URLSearchParams({ code, state: asked.get('state') ?? '' })
  const answer = await client.call(`${api.channelCallback('youtube')}?${back}`)
  return new URL(answer.headers.get('location') ?? '', server.url).searchParams
}

test('a second channel through the API: chosen per publication, made the default, disconnected', async () => {
  const { server, admin, moderator, ofYoutube } = await stage()
  for (const address of [api.connectChannel('youtube'), api.makeDefaultChannel(videoId)])
    expect((await refusal(moderator, address))[0], address).toBe(403)
  expect((await connect(server, admin, tests)).get('connected')).toBe('Trailcut Tests')
  // When reconnected, it is the same channel.
  const [first, second] = await ofYoutube()
  if (!first || !second) throw new Error('Two channels are wanted')
  expect((await connect(server, admin, tests, second.id)).get('connected')).toBe('Trailcut Tests')
  expect((await ofYoutube()).map(one => [one.id, one.name, one.handle, one.isDefault])).toEqual([
    [first.id, 'Trailcut Rides', '@trailcutrides', true],
    [second.id, 'Trailcut Tests', '@trailcuttests', false],
  ])

  const setUnits = (id: string, body: object) =>
    ask(moderator, 'PATCH', addressOf('channelSettings', { id }), body)
  expect((await ofYoutube()).map(({ units }) => units)).toEqual(['metric', 'metric'])
  const changed = await setUnits(second.id, { units: 'imperial' })
  expect(await changed.json()).toMatchObject({ id: second.id, units: 'imperial', defaultPrivacy: null })
  expect((await ofYoutube()).map(({ units }) => units)).toEqual(['metric', 'imperial'])
  for (const wrong of [
    { units: 'nautical' },
    {},
    { interactions: { comment: true, duet: true, stitch: true } },
  ])
    expect((await setUnits(second.id, wrong)).status).toBe(422)
  expect((await setUnits(videoId, { units: 'metric' })).status).toBe(404)
  const audit = await server.deps.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'channel.settings')
    .where('object_id', '=', second.id)
    .execute()
  expect(audit).toEqual([{ before: { units: 'metric' }, after: { units: 'imperial' } }])

  const later = { platforms: ['youtube'], useOptimalTiming: false, customSchedule: 'tomorrow 6pm' }
  const chosen = { ...later, channels: { youtube: second.id } }
  const preview = await moderator.post<z.infer<typeof schedulePreview>>(api.schedulePreview(videoId), chosen)
  expect(preview.items.map(item => item.channel)).toEqual([{ id: second.id, name: 'Trailcut Tests' }])
  const schedule = async (body: object) =>
    (await moderator.post<z.infer<typeof scheduleAnswer>>(api.schedulePublish(videoId), body))
      .publications[0] as Publication
  expect((await schedule(later)).channel?.id).toBe(first.id)
  const planned = await schedule(chosen)
  expect(planned.channel).toEqual({ id: second.id, name: 'Trailcut Tests' })
  const facebook = await moderator.json<z.infer<typeof channelsAnswer>>(api.channels)
  const page = facebook.channels.find(({ kind }) => kind === 'facebook')
  expect(
    await refusal(moderator, api.publishNow(videoId), { platform: 'youtube', channelId: page?.id }),
  ).toEqual([422, 'Choose one of the YouTube channels.'])
  expect(
    await refusal(moderator, api.publishNow(videoId), { platform: 'youtube', channelId: second.id }),
  ).toEqual([409, expect.stringMatching(/already on its way to YouTube/)])

  expect(await admin.json<Channel>(api.makeDefaultChannel(second.id), { method: 'POST' })).toMatchObject({
    isDefault: true,
    waiting: 1,
  })
  expect((await ofYoutube()).map(one => [one.name, one.isDefault])).toEqual([
    ['Trailcut Tests', true],
    ['Trailcut Rides', false],
  ])
  const queue = await moderator.json<QueueStatus>(api.publishingQueue)
  expect(queue.channelLimits.filter(({ kind }) => kind === 'youtube')).toMatchObject([
    { name: 'Trailcut Tests', shared: true },
    { name: 'Trailcut Rides', shared: true },
  ])

  expect(await moderator.json<Channel>(api.disconnectChannel(second.id), { method: 'POST' })).toMatchObject({
    status: 'disconnected',
    isDefault: false,
  })
  const held = await moderator.json<PublicationDetail>(api.publication(planned.id))
  expect(held).toMatchObject({ state: 'scheduled', note: expect.stringMatching(/^On hold: Trailcut Tests/) })
  expect(held.history.at(-1)).toMatchObject({ kind: 'held', by: expect.any(String) })
  const again = { ...chosen, again: true }
  expect(await refusal(moderator, api.schedulePublish(videoId), again)).toEqual([
    409,
    expect.stringMatching(/^Trailcut Tests was disconnected/),
  ])
  expect(await refusal(admin, api.makeDefaultChannel(second.id))).toEqual([
    409,
    expect.stringMatching(/isn't connected/),
  ])
  expect((await refusal(admin, api.makeDefaultChannel(videoId)))[0]).toBe(404)
  expect((await ofYoutube()).map(one => [one.name, one.isDefault])).toEqual([
    ['Trailcut Rides', true],
    ['Trailcut Tests', false],
  ])
})
