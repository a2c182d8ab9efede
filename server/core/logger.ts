import { type Logger, pino } from 'pino'

const deepest = 4

/**
 * What may be logged of an error, without the objects that libraries attach to it (connections, requests,
 * settings).
 */
function plainError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const { code, detail } = error as { code?: unknown; detail?: unknown }
  return {
    type: name,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(typeof detail === 'string' ? { detail: detail.slice(-2000) } : {}),
    ...(cause === undefined || depth >= deepest ? {} : { cause: plainError(cause, depth + 1) }),
  }
}

/** JSON lines, or colored text for a person at a terminal. */
export function createLogger(level: string, forPerson = false): Logger {
  return pino({
    level,
    serializers: { err: error => plainError(error) },
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    ...(forPerson ? { transport: { target: 'pino-pretty' } } : {}),
  })
}
