import type { Deps } from '#server/deps.ts'
import type { Module } from '#server/platform/module.ts'
import { subscriptionRoutes } from './routes.ts'

export const subscriptionsModule: Module<Deps> = { name: 'subscriptions', routes: subscriptionRoutes }
