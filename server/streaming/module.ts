import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/permission.ts'
import type { Module } from '#server/platform/module.ts'
import { streamRoutes, type Watchable } from './routes.ts'
import { sweepRetired } from './sweep.ts'

export interface StreamingSystem extends Pick<Deps, 'db' | 'objects' | 'clock'> {
  /** null when there is no such stream or this person may not know of it */
  mayWatch(streamId: string, actor: Actor | null): Promise<Watchable | null>
  /** Counts somebody who plays what a share link opens. @throws AppError when the link may not be opened any more today */
  admitViewer(linkId: string, request: FastifyRequest): Promise<void>
}

export const streamingModule: Module<StreamingSystem> = {
  name: 'streaming',
  routes: (app, system) => streamRoutes(app, system),
  recurring: [
    { name: 'streams.sweep', everySeconds: 3600, run: system => sweepRetired(system, system.clock.now()) },
  ],
}
