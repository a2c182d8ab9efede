import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/core/http/permission.ts'
import type { Probe } from '#server/core/media/probe.ts'
import type { Deps } from '#server/deps.ts'

/** A video that the requesting person may watch. */
export interface Watchable {
  videoId: string
  /** the id of its files; the address may contain a share link's token instead */
  streamId: string
  /** the share link that opens it; null when it is accessible without one */
  linkId: string | null
  title: string
  probe: Probe
  published: boolean
  ownerId: string
  /** whether the requesting person is its owner or staff, who may request any frame */
  own: boolean
  /** the cover frame's time, seconds */
  coverSeconds: number
  /** name of the picture uploaded as the cover; null: the frame at coverSeconds is the cover */
  coverPicture: string | null
  /** Passes the original as a local file, for frames of it. */
  original<T>(work: (file: string) => Promise<T>): Promise<T>
}

export interface StreamingSystem extends Pick<Deps, 'db' | 'objects' | 'clock'> {
  /** null when there is no such stream or this person may not know about it */
  mayWatch(streamId: string, actor: Actor | null): Promise<Watchable | null>
  /**
   * Calls the listener with the id of a video when it may have become invisible to some, and with that of a rider when
   * all of theirs may have; null: anything may have, unnoticed
   */
  onWatchersChange(listener: (id: string | null) => void): void
  /**
   * Counts a viewer of a share link, or of a published video's page. @throws AppError when the link has reached
   * today's limit
   */
  admitViewer(video: Pick<Watchable, 'linkId' | 'videoId'>, request: FastifyRequest): Promise<void>
}
