import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/** What pages may load from one external site, as CSP sources (https://www.w3.org/TR/CSP3/). */
export interface ExternalSource {
  script?: string
  style?: string
  connect?: string
  frame?: string
  /** It communicates with the page from a window that it opens. */
  opensWindow?: boolean
  /** It needs to know which site it is on; it receives the origin, never the page. */
  needsOrigin?: boolean
}

const self = "'self'"

/**
 * Headers that a browser reads only on a page. A screen is dozens of small files, where they would be a seventh of what
 * is sent.
 */
export const pageHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

interface Site {
  secure: boolean
  sources: readonly ExternalSource[]
}

function optionsOf({ secure, sources }: Site): HelmetOptions {
  const and = (kind: 'script' | 'style' | 'connect' | 'frame') => [
    self,
    ...sources.flatMap(source => source[kind] ?? []),
  ]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: and('script'),
        styleSrc: and('style'),
        imgSrc: [self],
        mediaSrc: [self, 'blob:'],
        workerSrc: [self],
        connectSrc: and('connect'),
        frameSrc: and('frame'),
        fontSrc: [self],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: [self],
        formAction: [self],
      },
    },
    crossOriginOpenerPolicy: {
      policy: sources.some(source => source.opensWindow) ? 'same-origin-allow-popups' : 'same-origin',
    },
    referrerPolicy: { policy: sources.some(source => source.needsOrigin) ? 'strict-origin' : 'no-referrer' },
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
  }
}

/** The headers themselves: the same for every response, so they are put together once. */
function headersOf(site: Site) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(optionsOf(site))(response.req, response, error => {
    if (error) throw error
  })
  return response.getHeaders()
}

/**
 * Sets the headers of every response; parts of a page are sent without `pageHeaders`. Nothing is loaded from elsewhere
 * except what these external sites need, and no inline scripts are allowed. Register before the routes.
 */
export function securityHeaders(app: FastifyInstance, site: Site): void {
  const headers = headersOf(site)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Leaves a response to its route alone, with the headers that it has so far. */
export function hijackWithHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
}

/**
 * API responses belong to one person and one moment, so no cache stores them, not even the browser's for
 * Back, unless a route says otherwise. Register before the routes.
 */
export function privateAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}
