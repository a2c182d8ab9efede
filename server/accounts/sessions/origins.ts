import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from '#server/core/http/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a browser reports that another site's page sent the request. Browsers add Sec-Fetch-Site or Origin
 * to every state-changing request and no page can forge them (https://www.w3.org/TR/fetch-metadata/); a
 * client that sends neither isn't a browser and has no victim's cookie.
 */
export function isForeign(request: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin, host } = request.headers
  if (origin === undefined) return false
  const known = new URL(publicUrl)
  if (origin === known.origin) return false
  // Behind TLS there is one origin: anyone on the network can forge a page of the same host without TLS.
  if (known.protocol === 'https:' || !URL.canParse(origin)) return true
  // Reached by another of its names (localhost, an address in the home network): the page came from there too.
  const page = new URL(origin)
  return page.protocol !== 'http:' || page.host !== host
}

/** Refuses state-changing requests triggered by a page of another site (CSRF, including login CSRF). */
export function refuseForeignOrigins(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (safeMethods.has(request.method)) return done()
    // Proves itself by a signature and uses no session.
    if (request.routeOptions.config?.permission === 'signed') return done()
    // No browser adds an access token by itself.
    if (request.actor?.token) return done()
    if (isForeign(request, publicUrl)) throw new AppError('forbidden', common.foreignOrigin)
    done()
  })
}
