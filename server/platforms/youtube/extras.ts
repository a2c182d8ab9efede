import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Sentence, Text } from '#server/core/sentences.ts'
import type { Account } from '../account.ts'
import { jsonOf } from '../http.ts'
import { multipart } from '../multipart.ts'
import { PublishError } from '../publish-error.ts'
import type { PostExtras } from '../publisher.ts'
import type { YoutubeClient } from './client.ts'
import { youtubeError } from './errors.ts'
import { captionsOf } from './rules.ts'

const found = z.object({ items: z.array(z.unknown()).default([]) })

/** Additions to videos, from this server's settings. */
export interface YoutubeExtras {
  /** the playlist that every video is added to; empty: none */
  playlistId: string
  /** whether the chapters in a description become captions; they cost 400 of the day's 10,000 units */
  captions: boolean
}

/** Adds cover, captions and playlist to a published video; each may be repeated. */
export function youtubeExtras(client: YoutubeClient, settings: YoutubeExtras) {
  const refusal = (answer: Parameters<typeof youtubeError>[0]) => youtubeError(answer, client.clock.now())

  /**
   * https://developers.google.com/youtube/v3/docs/thumbnails/set; also works for Shorts, once they are
   * processed.
   */
  async function setCover(postId: string, cover: Buffer<ArrayBuffer>, account: Account): Promise<void> {
    const path = `/upload/youtube/v3/thumbnails/set?videoId=${encodeURIComponent(postId)}`
    const headers = { 'content-type': 'image/jpeg' }
    const answer = await client.ask(account, path, {
      method: 'POST',
      headers,
      body: cover,
      cost: { units: 50, of: 'covers' },
    })
    if (answer.status !== 200) throw refusal(answer)
  }

  /** https://developers.google.com/youtube/v3/docs/captions/insert */
  async function addCaptions(postId: string, text: string, account: Account): Promise<void> {
    const snippet = { videoId: postId, language: 'en', name: 'Chapters', isDraft: false }
    const { boundary, body } = multipart([
      {
        headers: { 'content-type': 'application/json; charset=UTF-8' },
        body: JSON.stringify({ snippet }),
      },
      { headers: { 'content-type': 'application/octet-stream' }, body: text },
    ])
    const answer = await client.ask(
      account,
      '/upload/youtube/v3/captions?uploadType=multipart&part=snippet',
      {
        method: 'POST',
        cost: { units: 400, of: 'captions' },
        headers: { 'content-type': `multipart/related; boundary=${boundary}` },
        body,
      },
    )
    // They exist from an attempt whose answer was lost.
    if (answer.status === 409) return
    if (answer.status !== 200) throw refusal(answer)
  }

  /** https://developers.google.com/youtube/v3/docs/playlistItems/insert */
  async function addToPlaylist(postId: string, account: Account): Promise<void> {
    const { playlistId } = settings
    const query = new URLSearchParams({ part: 'id', playlistId, videoId: postId })
    const listed = await client.get(account, `/youtube/v3/playlistItems?${query}`, found, {
      units: 1,
      of: 'playlists',
    })
    if (listed.items.length > 0) return
    const answer = await client.ask(account, '/youtube/v3/playlistItems?part=snippet', {
      method: 'POST',
      cost: { units: 50, of: 'playlists' },
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify({
        snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId: postId } },
      }),
    })
    if (answer.status !== 200) throw refusal(answer)
    jsonOf(answer)
  }

  /** Makes all additions. @returns a sentence for each one that failed */
  return async (postId: string, { cover, metadata, seconds }: PostExtras, account: Account) => {
    const missing: Text[] = []
    const attempt = async (sentence: Sentence, work: () => Promise<void>) => {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof PublishError)) throw error
        missing.push(sentences.extraMissing({ what: sentence, problem: error.sentence }))
      }
    }
    if (cover) await attempt(sentences.coverNotSet, () => setCover(postId, cover, account))
    const captions = settings.captions ? captionsOf(metadata.description, seconds) : null
    if (captions) await attempt(sentences.captionsNotAdded, () => addCaptions(postId, captions, account))
    if (settings.playlistId) await attempt(sentences.notInPlaylist, () => addToPlaylist(postId, account))
    return missing
  }
}
