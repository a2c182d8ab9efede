import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from './accounts.ts'
import { providerRoutes, tokenRoutes } from './identities/routes.ts'
import { profileRoutes } from './people/profile-routes.ts'
import { sendRenewedCookies } from './sessions/authenticate.ts'
import { sessionListRoutes, sessionRoutes } from './sessions/routes.ts'
import { LinkRequests } from './sign-in/mail-link.ts'
import { emailRoutes, linkRoutes, newLinkRoutes } from './sign-in/routes.ts'
import { twoFactorRoutes } from './two-step/routes.ts'

/** All routes for sign-in, sign-up, sign-out and the person's own profile. */
export function accountRoutes(app: FastifyInstance, deps: Deps, accounts: Accounts): void {
  sendRenewedCookies(app)
  const linkRequests = new LinkRequests(accounts.engine, deps)
  app.addHook('onClose', () => linkRequests.settled())
  emailRoutes(app, deps, accounts, linkRequests)
  linkRoutes(app, deps, accounts)
  newLinkRoutes(app, deps, linkRequests)
  providerRoutes(app, deps, accounts)
  tokenRoutes(app, deps, accounts)
  sessionRoutes(app, deps, accounts)
  sessionListRoutes(app, deps)
  twoFactorRoutes(app, deps, accounts)
  profileRoutes(app, deps, accounts)
}
