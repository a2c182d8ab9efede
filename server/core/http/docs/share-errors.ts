import { STATUS_CODES } from 'node:http'
import type { Schema } from './api-examples.ts'

interface Answer {
  $ref?: string
  description: string
  content?: Record<string, { schema?: Schema | { $ref: string }; example?: unknown }>
}
interface Document {
  components?: { schemas?: Record<string, unknown>; responses?: Record<string, unknown> }
  paths?: object
}

const json = 'application/json'
/** The name of a status as an identifier: 'NotFound' for 404. */
const nameOf = (status: string): string =>
  (STATUS_CODES[Number(status)] ?? `Status${status}`).replace(/\W/g, '')

/**
 * Moves error answers to `components`: nearly every operation has the same ones, which made up most of the
 * document. An answer that differs from the first one of its status stays in its operation.
 */
export function shareErrors(document: Document): void {
  const responses: Record<string, Answer> = {}
  let error = ''
  for (const methods of Object.values(document.paths ?? {}) as Record<
    string,
    { responses?: Record<string, Answer> }
  >[])
    for (const { responses: answers = {} } of Object.values(methods))
      for (const [status, answer] of Object.entries(answers)) {
        const part = answer.content?.[json]
        if (Number(status) < 400 || !part?.schema || '$ref' in part.schema) continue
        error ||= JSON.stringify(part.schema)
        if (JSON.stringify(part.schema) !== error) continue
        part.schema = { $ref: '#/components/schemas/Error' }
        const name = nameOf(status)
        responses[name] ??= answer
        if (JSON.stringify(responses[name]) === JSON.stringify(answer))
          answers[status] = { $ref: `#/components/responses/${name}` } as Answer
      }
  if (error)
    document.components = {
      ...document.components,
      schemas: { ...document.components?.schemas, Error: JSON.parse(error) },
      responses: { ...document.components?.responses, ...responses },
    }
}
