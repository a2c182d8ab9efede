import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { subscriptionRoutes } from './routes.ts'

export const subscriptionsModule: Module<Deps> = { name: 'subscriptions', routes: subscriptionRoutes }
