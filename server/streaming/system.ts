import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/permission.ts'
import type { Probe } from '#server/platform/media/probe.ts'

/** A video that the person asking may watch. */
export interface Watchable {
  videoId: string
  /** under which its files are kept; the address may name a share link in its place */
  streamId: string
  /** the share link that opens it; null when it is open without one */
  linkId: string | null
  title: string
  probe: Probe
  published: boolean
  /** whether the person asking is its owner or staff, who may have any picture of it */
  own: boolean
  /** the second that stands for the video, seconds */
  coverSeconds: number
  /** names the picture that its rider uploaded as the cover; null: the frame at coverSeconds is the cover */
  coverPicture: string | null
  /** Hands the original over as a local file, for frames of it. */
  original<T>(work: (file: string) => Promise<T>): Promise<T>
}

export interface StreamingSystem extends Pick<Deps, 'db' | 'objects' | 'clock'> {
  /** null when there is no such stream or this person may not know of it */
  mayWatch(streamId: string, actor: Actor | null): Promise<Watchable | null>
  /** Counts somebody who plays what a share link opens. @throws AppError when the link may not be opened any more today */
  admitViewer(linkId: string, request: FastifyRequest): Promise<void>
}
