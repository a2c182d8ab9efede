import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkMinutes } from '../rules.ts'

const pattern = /^[A-Za-z0-9_-]{43}$/

// The prefix keeps other hosts of the same site from setting the cookie (RFC 6265bis, section 4.1.3.2).
const nameOf = (secure: boolean) => (secure ? '__Host-trailcut.link' : 'trailcut.link')

/** The marker of a request's browser; undefined when it hasn't requested a link recently. */
export function browserOf(request: FastifyRequest, secure: boolean): string | undefined {
  const value = request.cookies[nameOf(secure)]
  return value && pattern.test(value) ? value : undefined
}

/** Marks the browser that requests a link, for the link's lifetime. @returns the marker */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const mark = browserOf(request, secure) ?? randomBytes(32).toString('base64url')
  reply.setCookie(nameOf(secure), mark, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: linkMinutes * 60,
  })
  return mark
}
