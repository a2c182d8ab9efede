import type { Module } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from './build-accounts.ts'
import { adoptIssuers, issuersInForce } from './identities/identity-issuers.ts'
import { accountRoutes } from './routes.ts'
import { sweepAccounts } from './sign-in/store.ts'

export const accountsModule: Module<Deps & { accounts: Accounts }> = {
  name: 'accounts',
  async prepare({ db, config, log, accounts }) {
    for (const provider of await adoptIssuers(db, issuersInForce(config, accounts.provider)))
      log.warn({ provider }, "another issuer has taken this name: its predecessor's identities are set aside")
  },
  routes: (app, system) => accountRoutes(app, system, system.accounts),
  recurring: [
    { name: 'accounts.sweep', everySeconds: 3600, run: ({ db, clock }) => sweepAccounts(db, clock.now()) },
  ],
}
