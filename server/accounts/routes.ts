import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from './accounts.ts'
import { sendRenewedCookies } from './authenticate.ts'
import { emailRoutes } from './email-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { LinkRequests } from './mail-link.ts'
import { newLinkRoutes } from './new-link-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { sessionListRoutes } from './session-list-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { tokenRoutes } from './token-routes.ts'
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
