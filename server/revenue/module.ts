import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { recognizeRevenue } from './recognize.ts'

export const revenueModule: Module<Deps> = {
  name: 'revenue',
  recurring: [{ name: 'revenue.recognize', everySeconds: 3600, run: recognizeRevenue }],
}
