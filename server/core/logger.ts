import type { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { traceIds } from './tracing/trace.ts'

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

/** Control characters escaped, so that what a stranger sent can't look like a line of its own. */
const visible = (text: string) => text.replace(/\p{Cc}/gu, one => JSON.stringify(one).slice(1, -1))

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'none'
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key} ${valueText(one)}`)
      .join(', ')
  return visible(String(value))
}

/** An error's stack and those of its causes, further in than an entry begins. */
function stackText(error: unknown): string {
  const { stack, message, cause } = error as { stack?: string; message?: string; cause?: unknown }
  const lines = (stack ?? message ?? String(error)).split('\n').map(line => `\n    ${visible(line)}`)
  return lines.join('') + (cause === undefined ? '' : `\n    because of:${stackText(cause)}`)
}

/** One entry after its time and level, for a person: the message, its values in words, the stack of an error. */
function entryText({ msg, err, level, time, values, ...bound }: Record<string, unknown>): string {
  const text = valueText({ ...bound, ...(values as object) })
  return `${visible(String(msg ?? ''))}${text ? ` (${text})` : ''}${err === undefined ? '' : stackText(err)}`
}

/**
 * @param format text for a person, with colors on a terminal; json has one object a line, for a program
 * @param to where text goes
 */
export function createLogger(
  level: string,
  format: 'text' | 'json' = 'json',
  to: Writable = process.stdout,
): Logger {
  const settings = {
    level,
    mixin: traceIds,
    serializers: { err: (error: unknown) => plainError(error) },
    redact: ['req.headers.authorization', 'req.headers.cookie'],
  }
  if (format === 'json') return pino(settings)
  const person = pretty({
    colorize: process.stdout.isTTY && process.stdout.hasColors(),
    translateTime: 'SYS:yyyy-mm-dd HH:MM:ss',
    hideObject: true,
    messageFormat: entry => entryText(entry),
    destination: to,
  })
  // Values of their own, because pino-pretty puts some names in front of the message.
  const log = ({ err, ...values }: Record<string, unknown>) => ({
    ...(err === undefined ? {} : { err }),
    values,
  })
  return pino({ ...settings, base: null, formatters: { log } }, person)
}
