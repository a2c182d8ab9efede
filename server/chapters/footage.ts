import { sentences } from '#sentences/chapters.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { firstOut, lockFootage } from './store.ts'

/**
 * Keeps the same footage from being paid twice: of a joined video and its parts, only one side can be out. In the
 * transaction that publishes.
 * @throws AppError conflict when a video with the same footage is published, scheduled or posted
 */
export async function refuseTwice(tx: Queryable, videoId: string): Promise<void> {
  const others = await lockFootage(tx, videoId)
  const title = others.length ? await firstOut(tx, others) : null
  if (title !== null) throw new AppError('conflict', sentences.outElsewhere({ title }))
}
