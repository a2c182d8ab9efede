import type { Module } from '#server/core/module.ts'
import type { VideosSystem } from '#server/videos/index.ts'
import { chapterRoutes } from './routes.ts'
import { joinHandler } from './run-join.ts'

export const chaptersModule: Module<VideosSystem> = {
  name: 'chapters',
  routes: chapterRoutes,
  jobs: [joinHandler],
}
