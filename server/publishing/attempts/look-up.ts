import { platformNames } from '#contract/publishing/publications.ts'
import { sentences as history } from '#sentences/history.ts'
import { type Account, PublishError, type Publisher } from '#server/platforms/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { lookUps } from '../rules.ts'
import { knownPosts } from '../store.ts'
import { type HeldRow, nothingLeft } from './held-row.ts'
import { durationOf } from './upload-file.ts'

/**
 * Asks the platform about a post whose answer was lost.
 * @returns what this attempt does next; 'wait' when the row was given back
 * @throws PublishError when only a person can decide
 */
export async function lookUpLost(
  deps: PublishingDeps,
  held: HeldRow,
  given: { publisher: Publisher; account: Account; session: string | null },
): Promise<'check' | 'send' | 'wait'> {
  const { row } = held
  const found = await given.publisher.lookUp(
    {
      publicationId: row.id,
      platform: row.platform,
      metadata: row.metadata,
      session: given.session,
      size: row.size ?? 0,
      openedAt: row.opening_at ?? row.created_at,
      postId: row.post_id,
      durationSeconds: await durationOf(deps, row),
      known: await knownPosts(deps.db, row),
    },
    given.account,
  )
  if (found.outcome === 'posted') {
    await held.change(
      {
        state: 'processing',
        remote_id: found.remoteId,
        processing_at: row.processing_at ?? (await deps.time(deps.db)),
        lookups: 0,
        note: null,
        attempts: 0,
      },
      { kind: 'found', sentence: history.foundThere, facts: { remoteId: found.remoteId } },
    )
    return 'check'
  }
  if (found.outcome === 'open') {
    await held.change({ state: 'uploading', note: null }, { kind: 'resumable', sentence: history.canGoOn })
    return 'send'
  }
  const lookups = row.lookups + 1
  if (lookups < lookUps.times) {
    const sentence = history.notThereYet
    await held.change({ lookups }, { kind: 'looked_up', sentence })
    await held.giveBack(lookUps.firstSeconds * 2 ** lookups)
    return 'wait'
  }
  if (found.outcome === 'unclear')
    throw new PublishError('reject', found.sentence, {
      code: found.code,
      startsOver: false,
      as: 'unknown_outcome',
    })
  if (row.session || given.publisher.reopens) {
    const sentence = history.startsOver
    await held.change({ ...nothingLeft, state: 'queued', lookups: 0 }, { kind: 'starts_over', sentence })
    await held.giveBack(0)
    return 'wait'
  }
  throw new PublishError(
    'reject',
    history.noAnswerNothingPosted({ platform: platformNames[row.platform], times: lookUps.times }),
    { code: 'init_no_answer', startsOver: true, as: 'unknown_outcome' },
  )
}
