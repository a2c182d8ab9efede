import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { projectionAnswer } from '#contract/videos.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { highlightScoresOf } from '#server/videos/index.ts'
import { projectVideo, toCents } from './rules.ts'

export function earningsRoutes(app: FastifyInstance, deps: Pick<Deps, 'db'>): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.get(
    '/api/earnings/projection',
    { config: { permission: 'earnings:own' }, schema: { response: { 200: projectionAnswer } } },
    async request => {
      const videos = await highlightScoresOf(deps.db, actorOf(request).id)
      const sum = videos.reduce((total, scores) => total + projectVideo(scores), 0)
      return { projectedEarnings: toCents(sum) }
    },
  )
}
