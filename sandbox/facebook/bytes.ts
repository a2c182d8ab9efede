import path from 'node:path'
import { hangUp, type Platform } from '../social/platform.ts'
import type { Records } from '../social/records.ts'
import { Arrivals, receive } from '../social/uploads.ts'
import { refuseBytes } from './errors.ts'
import { facebookCalls } from './schemas.ts'

/** A Page's video: an upload, and a reel once it is finished. */
export interface Reel {
  id: string
  accountId: string
  /** null until the first bytes arrive */
  size: number | null
  offset: number
  startedAt: number
  /** when it was finished, and with which description */
  finished: { at: number; description: string } | null
  expired: boolean
}

const uploadHours = 24

/** Whether the upload has expired and can't continue. */
export const isExpired = (reel: Reel, now: number): boolean =>
  reel.expired || (!reel.finished && now - reel.startedAt > uploadHours * 3600_000)

/** The resumable host: takes bytes from the current offset to the end. */
export function bytesRoute(platform: Platform, version: string, reels: Records<Reel>): void {
  const { app, grants, faults, now } = platform
  const fileOf = (id: string) => path.join(platform.filesFolder, id)
  const arrivals = new Arrivals()
  app.post<{ Params: { id: string } }>(
    `/video-upload/${version}/:id`,
    { config: { fault: 'upload', call: facebookCalls.bytes } },
    async (request, reply) => {
      const { id } = request.params
      await arrivals.takeOver(id)
      const reel = reels.get(id)
      const token = /^OAuth (.+)$/.exec(request.headers.authorization ?? '')?.[1]
      const who = grants.bearer(`Bearer ${token}`)
      if (!who || reel?.accountId !== who.accountId)
        return reply
          .status(401)
          .send({ debug_info: { retriable: false, type: 'NotAuthorizedError', message: '' } })
      const ordered = faults.take('upload')
      if (ordered?.kind === 'lost') return hangUp(request, reply)
      if (ordered?.kind === 'error')
        return reply.status(500).send({ debug_info: { retriable: true, type: 'InternalError', message: '' } })
      if (ordered?.kind === 'expire') await reels.save({ ...reel, expired: true })
      if (ordered?.kind === 'expire' || isExpired(reel, now()))
        return refuseBytes(reply, 'ProcessingFailedError', 'The upload session has expired')
      const [offset, size] = [request.headers.offset, request.headers.file_size].map(value =>
        /^\d+$/.test(String(value)) ? Number(value) : null,
      )
      if (offset == null || size == null || size === 0)
        return refuseBytes(
          reply,
          'ParameterValidationError',
          `HeaderValuePredicate: Header ${offset == null ? 'Offset' : 'File_size'} not convertable to unsigned long`,
        )
      if (reel.finished || offset !== reel.offset || (reel.size !== null && size !== reel.size))
        return refuseBytes(reply, 'OffsetInvalidError', `Expected offset ${reel.offset}`, true)
      if (Number(request.headers['content-length']) !== size - offset)
        return refuseBytes(
          reply,
          'PartialRequestError',
          'Partial request (did not match length of file)',
          true,
        )

      return arrivals.by(request.raw, id, async () => {
        const cut = ordered?.kind === 'cut' ? ordered.afterBytes : undefined
        const { size: arrived, broken } = await receive(request.raw, fileOf(id), offset, cut)
        await reels.save({ ...reel, size, offset: arrived })
        if (broken || ordered?.kind === 'answer_lost') return hangUp(request, reply)
        return { success: true }
      })
    },
  )
}
