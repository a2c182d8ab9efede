import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { notificationRoutes } from './routes.ts'
import type { StreamDeps } from './stream-route.ts'

export const notificationsModule: Module<Pick<Deps, 'secrets'> & StreamDeps> = {
  name: 'notifications',
  routes: notificationRoutes,
}
