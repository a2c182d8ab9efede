import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Clock } from '#server/core/clock.ts'
import type { Account } from '../account.ts'
import { PublishError } from '../publish-error.ts'
import type { PostHooks, PostWork } from '../publisher.ts'
import { facebookError } from './errors.ts'
import type { Graph } from './graph.ts'
import { type ReelStatus, reelDescription, reelSeconds, stateOfReel } from './rules.ts'
import { type ReelSession, reelSession, sendReel } from './upload.ts'

const started = z.object({ video_id: z.string(), upload_url: z.string() })
const finished = z.object({ success: z.literal(true) })

interface Post {
  graph: Graph
  clock: Clock
  /** the resumable host, https://rupload.facebook.com */
  uploadUrl: string
  work: PostWork
  account: Account
  hooks: PostHooks
}

/** @throws PublishError for a length that Facebook refuses */
function refuseLength({ file }: PostWork): void {
  const { shortest, longest } = reelSeconds
  // A render may be a few frames longer than requested.
  if (file.durationSeconds >= shortest && file.durationSeconds <= longest + 0.5) return
  throw new PublishError('reject', sentences.reelSeconds({ shortest, longest }), {
    code: 'length',
  })
}

/**
 * Starts an upload. Nothing is posted until it is finished, so an upload whose answer was lost can be
 * abandoned.
 */
async function start({ graph, account, uploadUrl }: Post): Promise<ReelSession> {
  const path = `/${account.externalId}/video_reels`
  const { video_id: videoId, upload_url } = graph.read(
    await graph.ask(account, path, { upload_phase: 'start' }),
    started,
  )
  // The request carries the token, so it only goes to the configured host.
  if (new URL(upload_url).origin !== new URL(uploadUrl).origin)
    throw new PublishError('reject', sentences.addressForeign({ platform: 'Facebook' }), {
      code: 'foreign_upload_url',
      actor: 'trailcut',
    })
  return reelSession.parse({ videoId, uploadUrl: upload_url })
}

/**
 * Publishes the upload. The same video makes one reel however often this is called.
 * @param resumed an earlier call, whose answer was lost, may have published it
 */
async function finish(
  { graph, account, work, clock }: Post,
  videoId: string,
  resumed: boolean,
): Promise<void> {
  const answer = await graph.ask(
    account,
    `/${account.externalId}/video_reels`,
    {
      upload_phase: 'finish',
      video_id: videoId,
      video_state: 'PUBLISHED',
      description: reelDescription(work.metadata),
    },
    cause =>
      new PublishError('unknown_outcome', sentences.noAnswerPublishing({ platform: 'Facebook' }), {
        code: 'finish_no_answer',
        cause,
      }),
  )
  if (answer.status === 200) return void graph.read(answer, finished)
  const error = facebookError(answer, clock.now())
  if (resumed && error.kind === 'reject') {
    const now = await graph.statusOf(account, videoId)
    // Processing or published already: the earlier call succeeded.
    if (now && ['working', 'live'].includes(stateOfReel(now))) return
  }
  throw error
}

const gone = () =>
  new PublishError('unknown_outcome', sentences.gaveUpUpload({ platform: 'Facebook' }), {
    code: 'session_gone',
  })

/** Bytes received so far; null when Facebook has dropped the upload. */
function arrivedOf(now: ReelStatus | null, size: number): number | null {
  const state = now && stateOfReel(now)
  if (!now || state === 'gone' || state === 'failed') return null
  return state === 'uploading' ? Math.min(size, now.uploading_phase.bytes_transfered) : size
}

/** Starts an upload if there is none, sends the missing bytes, and publishes it. */
export async function postReel(post: Post): Promise<{ remoteId: string }> {
  const { graph, clock, work, account, hooks } = post
  const { size } = work.file
  refuseLength(work)
  let session = work.session ? reelSession.parse(JSON.parse(work.session)) : null
  const resumed = session !== null
  let from: number | null = 0
  if (session) {
    const now = await graph.statusOf(account, session.videoId)
    if (now && stateOfReel(now) === 'live') return { remoteId: session.videoId }
    from = arrivedOf(now, size)
    if (from === null) throw gone()
  } else {
    await hooks.opening()
    session = await start(post)
    await hooks.opened(JSON.stringify(session))
  }
  const { videoId } = session
  await sendReel({
    session,
    from,
    token: await account.token(),
    work,
    hooks,
    now: clock.now(),
    async arrived() {
      const there = arrivedOf(await graph.statusOf(account, videoId), size)
      if (there === null) throw gone()
      return there
    },
  })
  await finish(post, videoId, resumed)
  return { remoteId: videoId }
}
