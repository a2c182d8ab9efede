import type { FastifyReply, FastifyRequest } from 'fastify'

/** The header that passes the caller's address to the sign-in engine; only this server sets it. */
export const addressHeader = 'x-trailcut-address'

/** The parts of a request passed to the sign-in engine: cookies, browser and client address. */
export function engineHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ [addressHeader]: request.ip })
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value) headers.set(name, value)
  }
  return headers
}

/** Passes the engine's cookies on to the browser, the session's first. */
export function relayCookies(reply: FastifyReply, from: Headers): void {
  const isSession = (cookie: string) => cookie.split('=', 1)[0]?.endsWith('session_token')
  const cookies = from.getSetCookie()
  for (const cookie of [...cookies.filter(isSession), ...cookies.filter(c => !isSession(c))])
    reply.header('set-cookie', cookie)
}
