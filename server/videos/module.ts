import type { OpenRequests } from '#server/core/http/open-requests.ts'
import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { priceMetrics } from './approval.ts'
import { recoverVideos, sweepUploads, tidyIncoming } from './recover.ts'
import { videoRoutes } from './routes.ts'
import {
  announceLadders,
  type LadderDeps,
  ladderHandler,
  playableHandler,
  shareHandler,
} from './stream-jobs.ts'
import type { Incoming } from './upload/incoming.ts'
import { type IngestDeps, ingestHandler } from './upload/ingest.ts'
import { uploadRoutes } from './upload/routes.ts'
import type { Turns } from './upload/turns.ts'

export interface VideosSystem extends Deps, IngestDeps, LadderDeps {
  incoming: Incoming
  turns: Turns
  open: OpenRequests
  /** Videos' earnings for their owners, in dollars; videos without earnings are left out. */
  earningsOf(videoIds: string[]): Promise<Map<string, number>>
}

export const videosModule: Module<VideosSystem> = {
  name: 'videos',
  async routes(app, system) {
    videoRoutes(app, system)
    await app.register(scope => uploadRoutes(scope, system))
  },
  metrics: priceMetrics,
  recover: recoverVideos,
  everywhere: [
    { name: 'uploads.tidy', everySeconds: 300, run: tidyIncoming },
    { name: 'ladders.announce', everySeconds: 30, run: announceLadders },
  ],
  jobs: [ingestHandler, playableHandler, ladderHandler, shareHandler],
  recurring: [
    { name: 'uploads.sweep', everySeconds: 3600, run: system => sweepUploads(system, system.clock.now()) },
  ],
}
