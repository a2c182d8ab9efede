import type { FastifyRequest } from 'fastify'
import { cookiePrefix } from '../sign-in/engine.ts'

/** Whether a request has a session cookie of ours, valid or not; without one it has no signed-in person. */
export const hasSessionCookie = ({ cookies }: FastifyRequest): boolean =>
  [`${cookiePrefix}.session_token`, `__Secure-${cookiePrefix}.session_token`].some(name => name in cookies)
