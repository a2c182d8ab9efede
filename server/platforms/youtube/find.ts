import { sentences } from '#sentences/platforms.ts'
import type { Account } from '../account.ts'
import { PublishError } from '../publish-error.ts'
import type { Checked, CheckWork, Found, LookUp } from '../publisher.ts'
import { channels, playlist, type YoutubeClient } from './client.ts'
import { lockedPrivate, rejectionSentence } from './errors.ts'
import { markerOf } from './rules.ts'
import { askSession } from './upload.ts'

/** Uploads searched for a lost one: more than a day's quota allows. */
const lookedThrough = 200

/** Whether YouTube doesn't show a video in this state, and won't. */
export const isRefused = (uploadStatus: string | undefined): boolean =>
  ['failed', 'rejected', 'deleted'].includes(uploadStatus ?? '')

/** Seconds after its publish time within which YouTube makes a video public. */
const opensWithin = 900
/** Seconds after which a video that isn't listed never will be. */
const listedWithin = 3600

/** @throws PublishError when it should have been listed long ago: it was removed there */
function notListed(base: Pick<Checked, 'postId' | 'url'>, work: CheckWork): Checked {
  if (work.processingSeconds > listedWithin)
    throw new PublishError('reject', sentences.probablyRemoved({ platform: 'YouTube' }), {
      code: 'not_listed',
      startsOver: false,
      as: 'unknown_outcome',
    })
  const note = sentences.notListedYet({ platform: 'YouTube' })
  return { ...base, state: 'processing', note, checkAgainSeconds: null }
}

/** Whether a video is live. @throws PublishError when YouTube failed or rejected it */
export async function checkVideo(
  client: YoutubeClient,
  asked: { id: string; url: string },
  work: CheckWork,
  account: Account,
): Promise<Checked> {
  const { items } = await client.list(account, [asked.id], 'status,processingDetails', 'posting')
  const video = items[0]
  const base = { postId: asked.id, url: asked.url }
  // New videos may be missing from the list for a moment.
  if (!video) return notListed(base, work)
  const { uploadStatus, privacyStatus, failureReason, rejectionReason } = video.status
  if (isRefused(uploadStatus)) {
    const reason = failureReason ?? rejectionReason ?? uploadStatus ?? ''
    throw new PublishError('reject', rejectionSentence(reason), { code: `${uploadStatus} ${reason}` })
  }
  if (uploadStatus !== 'processed')
    return {
      ...base,
      state: 'processing',
      note: sentences.processing({ platform: 'YouTube' }),
      checkAgainSeconds: null,
    }
  const wanted = work.metadata.privacy ?? 'public'
  if (privacyStatus === 'private' && wanted !== 'private') {
    const opens = work.publishAt?.getTime() ?? Number.NEGATIVE_INFINITY
    const seconds = Math.ceil((opens - client.clock.now().getTime()) / 1000)
    if (seconds < -opensWithin) throw lockedPrivate()
    return {
      ...base,
      state: 'processing',
      note: sentences.opensAtItsTime({ platform: 'YouTube' }),
      checkAgainSeconds: Math.max(5, seconds + 2),
    }
  }
  return { ...base, state: 'live', note: null, checkAgainSeconds: null }
}

/** Looks for a video whose answer was lost: by its upload, otherwise by the marker in its tags. */
export async function lookUpVideo(client: YoutubeClient, lost: LookUp, account: Account): Promise<Found> {
  if (lost.session) {
    const { clock } = client
    const state = await askSession({ url: lost.session, size: lost.size, account, now: clock.now() })
    if (state.at === 'done') return { outcome: 'posted', remoteId: state.videoId }
    if (state.at === 'open') return { outcome: 'open' }
  }
  const cost = { units: 1, of: 'posting' } as const
  const mine = await client.get(account, '/youtube/v3/channels?part=contentDetails&mine=true', channels, cost)
  const uploads = mine.items[0]?.contentDetails.relatedPlaylists.uploads
  if (!uploads)
    throw new PublishError('reconnect', sentences.channelGone({ platform: 'YouTube' }), {
      code: 'no_channel',
    })
  let page: string | undefined
  for (let seen = 0; seen < lookedThrough; seen += 50) {
    const from = `/youtube/v3/playlistItems?part=contentDetails&maxResults=50&playlistId=${encodeURIComponent(uploads)}`
    const { items, nextPageToken } = await client.get(
      account,
      page ? `${from}&pageToken=${encodeURIComponent(page)}` : from,
      playlist,
      cost,
    )
    const ids = items.map(i => i.contentDetails.videoId).filter(id => !lost.known.has(id))
    const found = ids.length ? (await client.list(account, ids, 'snippet,status', 'posting')).items : []
    const ours = found.find(v => (v.snippet.tags ?? []).includes(markerOf(lost.publicationId)))
    if (ours) return { outcome: 'posted', remoteId: ours.id }
    page = nextPageToken
    if (!page) break
  }
  return { outcome: 'none' }
}
