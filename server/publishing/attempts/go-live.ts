/** What happens once the platform says that a post is live: its extras are added, and it counts as published. */

import { videoPage } from '#contract/paths.ts'
import { platformNames } from '#contract/publishing/publications.ts'
import { sentences as history } from '#sentences/history.ts'
import type { Text } from '#server/core/sentences.ts'
import { type Account, type Checked, type Publisher, platformOf } from '#server/platforms/index.ts'
import { markPublished } from '#server/review/index.ts'
import { unsafeFind } from '#server/videos/index.ts'
import type { PublishingDeps } from '../deps.ts'
import { postCover } from './cover.ts'
import type { HeldRow } from './held-row.ts'
import { durationOf } from './upload-file.ts'

interface LivePost {
  publisher: Publisher
  account: Account
  postId: string | null
}

/** Steps after posting may fail; the post stays published. */
export async function finalizePost(deps: PublishingDeps, held: HeldRow, post: LivePost): Promise<void> {
  const { postId } = post
  if (held.row.finalized_at || !postId) return
  for (const sentence of await addExtras(deps, held, { ...post, postId }))
    await held.change({}, { kind: 'extra_missing', sentence })
  const now = await deps.time(deps.db)
  await held.change({ finalized_at: now, post_id: postId }, { kind: 'finalized', sentence: history.complete })
}

/** @returns what couldn't be added, one sentence each */
async function addExtras(
  deps: PublishingDeps,
  { row }: HeldRow,
  { publisher, account, postId }: LivePost & { postId: string },
): Promise<Text[]> {
  try {
    const cover = await postCover(deps, row)
    const seconds = await durationOf(deps, row)
    return await publisher.finalize(postId, { cover, metadata: row.metadata, seconds }, account)
  } catch (error) {
    deps.log.warn({ err: error, publication: row.id }, 'what comes after the post failed')
    return [history.coverMissing]
  }
}

/** Publication and video count as published. */
export async function recordLive(
  deps: PublishingDeps,
  held: HeldRow,
  { postId, url, note }: Checked,
): Promise<void> {
  const where = platformNames[held.row.platform]
  const now = await deps.time(deps.db)
  await held.change(
    {
      state: 'published',
      post_id: postId,
      url,
      published_at: now,
      next_sample_at: postId
        ? new Date(now.getTime() + Math.min(60_000, platformOf(held.row.platform).sampleAgainMs(0)))
        : null,
      note,
      lease_token: null,
      lease_until: null,
      attempts: 0,
    },
    { kind: 'published', sentence: note ?? history.outNow({ where }), facts: { postId, url } },
    async tx => {
      const { id, video_id, kind, metadata } = held.row
      const video = video_id ? await unsafeFind(tx, video_id) : null
      if (!video) return
      const isPublic = postId !== null && metadata.privacy !== 'private'
      deps.log.info({ publication: id, kind }, 'published')
      await markPublished(tx, video.id, { link: (isPublic && url) || videoPage(video.id), where, now })
    },
  )
}
