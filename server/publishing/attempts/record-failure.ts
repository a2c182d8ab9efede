import { sentences as history } from '#sentences/history.ts'
import { PublishError } from '#server/platforms/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { afterFailure, pauseSeconds, resumeState } from '../rules.ts'
import { type Change, type HeldRow, nothingLeft } from './held-row.ts'
import { pauseChannel, returnSlot } from './limits.ts'

/** Records a failed attempt and decides what follows. @param sent bytes uploaded in it */
export async function recordFailure(
  deps: PublishingDeps,
  held: HeldRow,
  error: PublishError,
  sent: number,
): Promise<void> {
  const { row } = held
  // A refused opening left nothing behind. A publication being looked up stays so: it may have been opened.
  const unopened = row.state === 'uploading' && !row.session && error.kind !== 'unknown_outcome'
  const left: Change = error.startsOver || unopened ? nothingLeft : {}
  // An attempt that made progress wasn't a failure, and a request to wait never is.
  const progressed = sent > row.uploaded
  const attempts = error.paced ? row.attempts : progressed ? 1 : row.attempts + 1
  const uploaded: Change = progressed ? { uploaded: sent } : {}
  const next = afterFailure(error.kind, {
    attempts,
    retryAfterSeconds: error.retryAfterSeconds,
    paced: error.paced,
  })
  deps.log.warn(
    { err: error, code: error.code, kind: error.kind, publication: row.id, next: next.state },
    'a publication did not get on',
  )
  const facts = { kind: error.kind, code: error.code, attempts }
  if (next.state === 'look_up') return held.becomeUnknown(error.code)
  const now = await deps.time(deps.db)
  if (next.state === 'again') {
    const at = new Date(now.getTime() + next.inSeconds * 1000)
    const after = { ...row, ...left }
    await held.change(
      {
        ...uploaded,
        ...left,
        state: row.state === 'unknown' && !error.startsOver ? 'unknown' : resumeState(after),
        attempts,
        next_at: at,
        note: error.sentence,
        lease_token: null,
        lease_until: null,
      },
      { kind: 'waits', sentence: history.triedLater({ problem: error.sentence }), facts },
      async (tx, now) => {
        // First, because a slot that is still taken looks like an upload that got through.
        if (unopened && row.opening_at) await returnSlot(tx, row.id, row.opening_at)
        // Asked to wait before anything was open: everything else due there would get the same answer.
        const asked = error.paced && row.state !== 'unknown' && !row.session && !row.remote_id
        const { kind, channel_id: channelId } = row
        if (error.pausesChannel || asked)
          await pauseChannel(
            tx,
            { kind, channelId: error.ofApplication ? null : channelId },
            { now, until: at, because: error.sentence },
          )
      },
    )
    return
  }
  await held.change(
    {
      ...left,
      state: 'failed',
      failure_kind: error.as ?? next.kind,
      failure_sentence: error.sentence,
      failure_actor: error.actor,
      note: error.sentence,
      attempts,
      lease_token: null,
      lease_until: null,
    },
    { kind: 'failed', sentence: error.sentence, facts },
  )
}

/** An error that no adapter recognized is our own: it is retried, and the log has its cause. */
export function asPublishError(error: unknown, deps: PublishingDeps, publicationId: string): PublishError {
  if (error instanceof PublishError) return error
  deps.log.error({ err: error, publication: publicationId }, 'a publication stumbled')
  return new PublishError('retry_after', history.ourSide, {
    code: (error as Error).name,
    actor: 'trailcut',
    retryAfterSeconds: pauseSeconds(1, undefined),
    cause: error,
  })
}
