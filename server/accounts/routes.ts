import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from './accounts.ts'
import { providerRoutes } from './identities/provider-routes.ts'
import { tokenRoutes } from './identities/token-routes.ts'
import { profileRoutes } from './people/profile-routes.ts'
import { sendRenewedCookies } from './sessions/authenticate.ts'
import { sessionListRoutes } from './sessions/session-list-routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { emailRoutes } from './sign-in/email-routes.ts'
import { linkRoutes } from './sign-in/link-routes.ts'
import { LinkRequests } from './sign-in/mail-link.ts'
import { newLinkRoutes } from './sign-in/new-link-routes.ts'
import { secondFactorRoutes } from './two-step/routes.ts'
import { typed } from './typed-routes.ts'

/** Every address of sign-in, sign-up, sign-out and one's own profile. */
export function accountRoutes(app: FastifyInstance, deps: Deps, accounts: Accounts): void {
  sendRenewedCookies(app)
  const routes = typed(app)
  const linkRequests = new LinkRequests(accounts.engine, deps)
  routes.addHook('onClose', () => linkRequests.settled())
  emailRoutes(routes, deps, accounts, linkRequests)
  linkRoutes(routes, deps, accounts)
  newLinkRoutes(routes, deps, linkRequests)
  providerRoutes(routes, deps, accounts)
  tokenRoutes(routes, deps, accounts)
  sessionRoutes(routes, deps, accounts)
  sessionListRoutes(routes, deps)
  secondFactorRoutes(routes, deps, accounts)
  profileRoutes(routes, deps, accounts)
}
