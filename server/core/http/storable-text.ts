import type { FastifyInstance } from 'fastify'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from './errors.ts'

/**
 * Whether PostgreSQL can store every text in a parsed JSON value. It can't store NUL, nor half a surrogate
 * pair in `jsonb` (https://www.postgresql.org/docs/current/datatype-json.html).
 */
export function isStorable(value: unknown): boolean {
  // A work list instead of recursion, because 256 kB can hold enough brackets to exhaust the stack.
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string') {
      if (!one.isWellFormed() || one.includes('\0')) return false
    } else if (one !== null && typeof one === 'object' && !ArrayBuffer.isView(one))
      for (const [key, inner] of Object.entries(one)) left.push(key, inner)
  }
  return true
}

/**
 * Refuses a request with unstorable text in any of its parts, before any route sees it. Register before the
 * routes.
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body, query, params, routeOptions }, _reply, done) => {
    const asked = routeOptions.config.explainsAddress ? [] : [query, params]
    if (![body, ...asked].every(isStorable)) throw new AppError('bad_request', common.badCharacter)
    done()
  })
}
