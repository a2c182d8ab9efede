import path from 'node:path'
import { api } from '#contract/paths.ts'
import type { ShareLink } from '#contract/sharing/schemas.ts'
import { proved } from '#test/harness/review.ts'
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
