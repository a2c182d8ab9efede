import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/** A vendor's reference for one call: an unknown parameter, a missing one or a wrong type is refused. */
export interface CallSchema {
  query: z.ZodType
  body?: z.ZodType
  /** the headers that matter for the call */
  headers?: z.ZodType
  /** the vendor's machine-readable description */
  published?: {
    request(query: Record<string, unknown>, body: unknown): string[]
    answer(body: unknown): string[]
  }
}

/**
 * Explains why a request doesn't fit, for the log: the vendor itself seldom names the field. @returns null
 * when it fits
 */
export function misfit(schema: CallSchema, request: FastifyRequest): string | null {
  const query = schema.query.safeParse(request.query)
  if (!query.success) return `query: ${problemOf(query.error)}`
  const body = schema.body?.safeParse(request.body)
  if (body && !body.success) return `body: ${problemOf(body.error)}`
  const headers = schema.headers?.safeParse(request.headers)
  if (headers && !headers.success) return `headers: ${problemOf(headers.error)}`
  const problems = schema.published?.request(request.query as Record<string, unknown>, request.body) ?? []
  return problems.join('; ') || null
}

const problemOf = (error: z.ZodError): string =>
  error.issues.map(i => `${i.path.join('.')} ${i.message}`).join('; ')

export const formHeaders = z.object({ 'content-type': z.literal('application/x-www-form-urlencoded') })
export const wholeNumber = z.string().regex(/^\d+$/)
