import { sentences } from '#sentences/chapters.ts'
import { jobOf, type Module } from '#server/core/module.ts'
import { chargedToOwner, failVideo, type VideosSystem } from '#server/videos/index.ts'
import { chapterRoutes } from './routes.ts'
import { joinJob, runJoin } from './run-join.ts'

export const chaptersModule: Module<VideosSystem> = {
  name: 'chapters',
  routes: chapterRoutes,
  jobs: [
    jobOf<VideosSystem, { videoId: string }>(joinJob, {
      run: (system, { videoId }, context) =>
        chargedToOwner(system, videoId, () => runJoin(system, videoId, context)),
      giveUp: (system, { videoId }) => failVideo(system, videoId, sentences.couldNotJoin),
    }),
  ],
}
