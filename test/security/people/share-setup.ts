import path from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { api } from '#contract/paths.ts'
import type { ShareLink } from '#contract/sharing/schemas.ts'
import { endsOf } from '#server/analysis/private-places/circles.ts'
import { sealRide } from '#server/analysis/private-places/shown.ts'
import { ask, keepRide, makeVideo, proved } from '#test/harness/review.ts'
import type { TestServer } from '#test/harness/server.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'

/** A rider with a verified address and an uploaded, playable video. */
export async function riderWithVideo(server: TestServer, email = 'sam@trailcut.example') {
  const { client: rider, id: riderId } = await proved(server, email)
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 5 })
  const { video, uploadUrl, size } = await rider.requestUpload(file, 'Ridge "loop" <1> & $&')
  await rider.sendFile(file, uploadUrl, size)
  const { cfStreamId } = await rider.untilPlayable(video.id)
  await rider.untilLadder(video.id)
  return { rider, riderId, id: video.id, streamId: cfStreamId as string }
}

export const tokenOf = (link: Pick<ShareLink, 'url'>): string =>
  new URL(link.url).pathname.split('/')[2] ?? ''
export const switchOn = (rider: ApiClient, id: string) => rider.post<ShareLink>(api.shareOn(id), {})
export const statusOf = async (client: ApiClient, address: string, init?: RequestInit): Promise<number> => {
  const answer = await client.call(address, init)
  await answer.arrayBuffer()
  return answer.status
}

/** What makes a video without files count as playable. */
export const playable = JSON.stringify({
  demuxer: 'mov',
  durationSeconds: 60,
  video: { height: 720, width: 1280 },
})

/** A rider's choice about their public page. */
export const choose = (client: ApiClient, name: string, shown: boolean) =>
  ask(client, 'PUT', api.changeRiderPage, { name, shown })

/** A published video without files, of a ride of two minutes at 30 m/s. */
export async function publish(server: TestServer, userId: string, title: string): Promise<string> {
  const { db } = server.deps
  const { id, runId } = await makeVideo(db, userId, { title })
  await sql`update videos set probe = ${playable}::jsonb, status = 'published', published_at = now()
    where id = ${id}`.execute(db)
  const seconds = Array.from({ length: 121 }, (_, second) => second)
  const ride = {
    series: [{ measure: 'speed' as const, stretches: [seconds.map((s): [number, number] => [s, 30])] }],
    track: [seconds.map((s): [number, number, number] => [s, 45.1 + s / 1000, 7.2])],
  }
  const kept = { ride: sealRide(ride), ends: endsOf(ride.track), minutes: [] }
  await keepRide(server, { userId, runId }, kept)
  return id
}

/** A rider whose page, mud-sam, is on. */
export async function riderWithPage(server: TestServer) {
  const { client: rider, id: riderId } = await proved(server, 'sam@trailcut.example')
  expect((await choose(rider, 'mud-sam', true)).status).toBe(200)
  return { rider, riderId }
}
