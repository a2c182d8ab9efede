import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { heldUploads, heldUploadsAnswer } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { removeVideo } from './remove-video.ts'
import { acceptHeld, listHeld } from './store.ts'
import type { Incoming } from './upload/incoming.ts'

const config = { permission: 'video:own' } as const

/** Whoever typed an address first may have uploaded to it: only who has proved it decides about that. */
function ownerOf(request: FastifyRequest): string {
  const { id, emailVerified } = actorOf(request)
  if (!emailVerified) throw new AppError('forbidden', 'Confirm your e-mail address first.')
  return id
}

/** What was uploaded before an address was proved: shown to its owner, then accepted or discarded as a whole. */
export function heldRoutes(app: FastifyInstance, deps: Deps & { incoming: Incoming }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(
    api.heldUploads,
    {
      config,
      schema: {
        summary:
          'What was uploaded to the account before its address was proved, and is hidden until accepted',
        tags: ['accounts'],
        response: { 200: heldUploads, 401: errorBody },
      },
    },
    async request => ({
      videos: (await listHeld(deps.db, actorOf(request).id)).map(row => ({
        id: row.id,
        title: row.title,
        fileName: row.file_name,
        fileSize: row.file_size,
        createdAt: row.created_at.toISOString(),
      })),
    }),
  )

  routes.post(
    api.acceptUploads,
    {
      config,
      schema: {
        summary: 'Takes over every upload that waits',
        tags: ['accounts'],
        body: z.object({}).nullish(),
        response: { 200: heldUploadsAnswer, 401: errorBody, 403: errorBody },
      },
    },
    async request => ({ count: await acceptHeld(deps.db, ownerOf(request)) }),
  )

  routes.post(
    api.discardUploads,
    {
      config,
      schema: {
        summary: 'Deletes every upload that waits, with its files',
        tags: ['accounts'],
        body: z.object({}).nullish(),
        response: { 200: heldUploadsAnswer, 401: errorBody, 403: errorBody },
      },
    },
    async request => {
      const held = await listHeld(deps.db, ownerOf(request))
      for (const video of held) await removeVideo(deps, video)
      return { count: held.length }
    },
  )
}
