import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Account } from '../account.ts'
import { jsonOf } from '../http.ts'
import { PublishError } from '../publish-error.ts'
import type { ChangedPost, PostChanges } from '../publisher.ts'
import type { YoutubeClient } from './client.ts'
import { youtubeError } from './errors.ts'
import { tagsWithMarker } from './rules.ts'

/**
 * The writable fields of each part. An update replaces whole parts: omitted fields are reset
 * (https://developers.google.com/youtube/v3/docs/videos/update).
 */
const snippet = z.object({
  title: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  categoryId: z.string(),
  defaultLanguage: z.string().optional(),
})
const status = z.object({
  privacyStatus: z.string(),
  embeddable: z.boolean().optional(),
  license: z.string().optional(),
  publicStatsViewable: z.boolean().optional(),
  selfDeclaredMadeForKids: z.boolean().optional(),
  containsSyntheticMedia: z.boolean().optional(),
})
const itemsOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item).default([]) })

const notThere = () =>
  new PublishError('reject', sentences.notThere({ platform: 'YouTube' }), { code: 'not_listed' })

/** Changes title and description, privacy and deletion of published videos. */
export function youtubeChanges(client: YoutubeClient): PostChanges {
  const path = '/youtube/v3/videos'
  async function read<T extends z.ZodType>(account: Account, id: string, part: string, item: T) {
    const query = `?part=${part}&id=${encodeURIComponent(id)}`
    const [video] = (await client.get(account, path + query, itemsOf(item), { units: 1, of: 'posting' }))
      .items
    if (!video) throw notThere()
    return video
  }
  async function write(account: Account, part: string, body: object): Promise<unknown> {
    const answer = await client.ask(account, `${path}?part=${part}`, {
      method: 'PUT',
      cost: { units: 50, of: 'posting' },
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 200) throw youtubeError(answer, client.clock.now())
    return jsonOf(answer)
  }
  return {
    async edit({ postId, publicationId, metadata }: ChangedPost, account) {
      const now = await read(account, postId, 'snippet', z.object({ snippet }))
      await write(account, 'snippet', {
        id: postId,
        snippet: {
          ...now.snippet,
          title: metadata.title.toWellFormed(),
          description: metadata.description.toWellFormed(),
          tags: tagsWithMarker(metadata.tags, publicationId).map(tag => tag.toWellFormed()),
        },
      })
    },
    async setHidden({ postId, metadata }, hidden, account) {
      const now = await read(account, postId, 'status', z.object({ status }))
      const shown = metadata.privacy === 'unlisted' ? 'unlisted' : 'public'
      const privacyStatus = hidden ? 'private' : shown
      const answer = await write(account, 'status', { id: postId, status: { ...now.status, privacyStatus } })
      const after = z.object({ status }).parse(answer)
      if (after.status.privacyStatus !== privacyStatus)
        throw new PublishError('reject', sentences.keptPrivate({ platform: 'YouTube' }), {
          code: 'locked_private',
          actor: 'trailcut',
        })
    },
    async remove(postId, account) {
      const answer = await client.ask(account, `${path}?id=${encodeURIComponent(postId)}`, {
        method: 'DELETE',
        cost: { units: 50, of: 'posting' },
      })
      if (answer.status !== 204 && answer.status !== 404) throw youtubeError(answer, client.clock.now())
    },
  }
}
