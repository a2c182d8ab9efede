import type { FastifyHelmetOptions } from '@fastify/helmet'

/** What a page may take from one other place, as sources of a content policy (https://www.w3.org/TR/CSP3/). */
export interface Guest {
  script?: string
  style?: string
  connect?: string
  frame?: string
  /** It talks to the page out of a window that it opens. */
  opensWindow?: boolean
  /** It must learn which site it is on; it is told the origin, never the page. */
  needsOrigin?: boolean
}

const self = "'self'"

/** The headers of every answer. Nothing comes from elsewhere but what the guests need, and no script stands in a page. */
export function securityHeaders({
  secure,
  guests,
}: {
  secure: boolean
  guests: readonly Guest[]
}): FastifyHelmetOptions {
  const and = (kind: 'script' | 'style' | 'connect' | 'frame') => [
    self,
    ...guests.flatMap(guest => guest[kind] ?? []),
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
      policy: guests.some(guest => guest.opensWindow) ? 'same-origin-allow-popups' : 'same-origin',
    },
    referrerPolicy: { policy: guests.some(guest => guest.needsOrigin) ? 'strict-origin' : 'no-referrer' },
    hsts: secure,
    crossOriginEmbedderPolicy: false,
  }
}
