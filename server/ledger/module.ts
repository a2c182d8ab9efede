import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { recognizeRevenue } from './recognize.ts'

export const ledgerModule: Module<Deps> = {
  name: 'ledger',
  recurring: [{ name: 'revenue.recognize', everySeconds: 3600, run: recognizeRevenue }],
}
