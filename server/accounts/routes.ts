import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from './build-accounts.ts'
import { providerRoutes } from './identities/provider-routes.ts'
import { tokenRoutes } from './identities/token-routes.ts'
import { profileRoutes } from './people/profile-routes.ts'
import { sendRenewedCookies } from './sessions/authenticate.ts'
import { sessionListRoutes, sessionRoutes } from './sessions/session-routes.ts'
import { emailRoutes } from './sign-in/email-routes.ts'
import { linkRoutes, newLinkRoutes } from './sign-in/link-routes.ts'
import { LinkRequests } from './sign-in/mail-link.ts'
import { accessTokenRoutes } from './tokens/routes.ts'
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
  accessTokenRoutes(app, deps)
  twoFactorRoutes(app, deps, accounts)
  profileRoutes(app, deps, accounts)
}
