import type { FastifyRequest } from 'fastify'
import { cookiePrefix } from '../sign-in/engine.ts'

/** Whether a request comes with a session of ours, good or not: one without belongs to nobody. */
export const bearsSession = ({ cookies }: FastifyRequest): boolean =>
  [`${cookiePrefix}.session_token`, `__Secure-${cookiePrefix}.session_token`].some(name => name in cookies)
