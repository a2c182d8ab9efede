import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sentences } from '#sentences/videos.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { removeVideo } from './remove-video.ts'
import { acceptHeld, listHeld } from './store.ts'
import type { Incoming } from './upload/incoming.ts'

/**
 * Another person may have uploaded with this address before: only a person who has verified it decides about
 * that.
 */
function ownerOf(request: FastifyRequest): string {
  const { id, emailVerified } = actorOf(request)
  if (!emailVerified) throw new AppError('forbidden', sentences.confirmEmail)
  return id
}

/**
 * What was uploaded before an address was verified: shown to its owner, then accepted or discarded as a
 * whole.
 */
export function heldRoutes(app: FastifyInstance, deps: Deps & { incoming: Incoming }): void {
  implement(app, 'heldUploads', async request => ({
    videos: (await listHeld(deps.db, actorOf(request).id)).map(row => ({
      id: row.id,
      title: row.title,
      fileName: row.file_name,
      fileSize: row.file_size,
      createdAt: row.created_at.toISOString(),
    })),
  }))

  implement(app, 'acceptUploads', async request => ({
    count: await acceptHeld(deps.db, ownerOf(request)),
  }))

  implement(app, 'discardUploads', async request => {
    const held = await listHeld(deps.db, ownerOf(request))
    for (const video of held) await removeVideo(deps, video)
    return { count: held.length }
  })
}
