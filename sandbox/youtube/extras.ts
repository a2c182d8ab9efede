import { readFile } from 'node:fs/promises'
import type { Platform } from '../social/platform.ts'
import { receive } from '../social/uploads.ts'
import { refuse } from './errors.ts'
import { type Quota, unitsOf } from './quota.ts'
import { youtubeCalls } from './schemas.ts'

/** The playlist that every channel has here. */
export const sandboxPlaylist = 'PLtrailcut00000000000000000000001'

/** captions.insert and playlistItems.insert, with youtube.force-ssl. */
export function extraRoutes(platform: Platform, quota: Quota): void {
  const { app, grants, posts } = platform
  const mayEdit = (scopes: readonly string[]) => scopes.some(s => s.endsWith('/youtube.force-ssl'))

  app.post(
    '/upload/youtube/v3/captions',
    { config: { fault: 'change', call: youtubeCalls['captions.insert'] } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who) return refuse(reply, 401, 'authError', 'Invalid Credentials')
      if (!mayEdit(who.scopes)) return refuse(reply, 403, 'insufficientPermissions')
      if (quota.general(unitsOf['captions.insert'])) return refuse(reply, 403, 'quotaExceeded')
      const file = `${platform.filesFolder}/captions-${request.id}`
      await receive(request.raw, file, 0)
      const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
      const [, about = '', track = ''] = (await readFile(file, 'utf8')).split(`--${boundary}`)
      const bodyOf = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '')
      const { snippet } = JSON.parse(bodyOf(about)) as { snippet: Record<string, string> }
      const { videoId = '', language, name } = snippet
      const post = posts.get(videoId)
      if (!post || post.removed) return refuse(reply, 404, 'videoNotFound')
      if (post.accountId !== who.accountId) return refuse(reply, 403, 'forbidden')
      if (!language || name === undefined) return refuse(reply, 400, 'invalidMetadata')
      if (!/^1\n\d\d:\d\d:\d\d,\d{3} --> /.test(bodyOf(track))) return refuse(reply, 400, 'contentRequired')
      if (post.captions) return refuse(reply, 409, 'captionExists')
      await posts.save({ ...post, captions: bodyOf(track) })
      return { kind: 'youtube#caption', id: `cap-${videoId}`, snippet: { videoId, language, name } }
    },
  )

  app.post<{ Body: { snippet: { playlistId: string; resourceId: { videoId: string } } } }>(
    '/youtube/v3/playlistItems',
    { config: { fault: 'change', call: youtubeCalls['playlistItems.insert'] } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who) return refuse(reply, 401, 'authError', 'Invalid Credentials')
      if (!mayEdit(who.scopes)) return refuse(reply, 403, 'insufficientPermissions')
      if (quota.general(unitsOf['playlistItems.insert'])) return refuse(reply, 403, 'quotaExceeded')
      const { playlistId, resourceId } = request.body.snippet
      if (playlistId !== sandboxPlaylist) return refuse(reply, 404, 'playlistNotFound')
      const post = posts.get(resourceId.videoId)
      if (!post || post.removed) return refuse(reply, 404, 'videoNotFound')
      await posts.save({ ...post, playlists: [...(post.playlists ?? []), playlistId] })
      return { kind: 'youtube#playlistItem', id: `item-${post.id}`, snippet: { playlistId } }
    },
  )
}
