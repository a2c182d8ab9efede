import { casual } from 'chrono-node/en'
import { Temporal } from 'temporal-polyfill'
import { firstCharacters } from '#contract/clean-text.ts'
import { sentences as planning } from '#sentences/planning.ts'
import { sentences } from '#sentences/publishing.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { instantOf, offsetMinutes } from './zones.ts'

const refuse = (sentence: Sentence) => new AppError('bad_request', sentence, { field: 'customSchedule' })

/** ISO 8601: 2026-11-29T18:00, with or without seconds and an offset. */
const iso = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i
const yearMs = 366 * 86_400_000
/** A date in numbers, which could name the month first or second: 01/02/2027, 3/4, 3.4.27. */
const numbers =
  /(?<![\d:./-])(\d{1,2})(?:\/(\d{1,2})(?:\/(?:\d\d){1,2})?|([.-])(\d{1,2})\3(?:\d\d){1,2})(?![\d:/])/

export interface CustomTime {
  instant: Date
  /** a sentence when the clocks skip or repeat the time */
  note: Sentence | null
}

const notes = { skipped: planning.clocksSkip, twice: planning.clocksRepeat } as const

interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

/** @throws AppError bad_request for an impossible date or time */
function atWall(wall: WallTime, zone: string): CustomTime {
  try {
    const { instant, shifted } = instantOf(Temporal.PlainDateTime.from(wall, { overflow: 'reject' }), zone)
    return { instant, note: shifted && notes[shifted] }
  } catch (error) {
    if (error instanceof RangeError) throw refuse(sentences.noSuchTime)
    throw error
  }
}

function readIso(text: string, zone: string): CustomTime | null {
  const match = iso.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute] = match.slice(1, 6).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const read = atWall({ year, month, day, hour, minute }, zone)
  if (!match[6]) return read
  const instant = new Date(text.replace(' ', 'T'))
  if (Number.isNaN(instant.getTime())) throw refuse(sentences.noSuchTime)
  return { instant, note: null }
}

/** @throws AppError bad_request when the text names a date that two countries read differently */
function refuseTwoDates(text: string): void {
  const [typed, one, afterSlash, , afterDot] = numbers.exec(text) ?? []
  const [first, second] = [Number(one), Number(afterSlash ?? afterDot)]
  if (typed && first !== second && Math.min(first, second) > 0 && Math.max(first, second) <= 12)
    throw refuse(sentences.twoDates({ typed }))
}

function readEnglish(text: string, zone: string, now: Date): CustomTime | null {
  const found = casual.parse(
    text,
    { instant: now, timezone: offsetMinutes(now, zone) },
    { forwardDate: true },
  )
  const [result] = found
  if (!result || found.length > 1 || result.end) return null
  // A text that is only half understood is misunderstood.
  const rest = (text.slice(0, result.index) + text.slice(result.index + result.text.length)).toLowerCase()
  if (/[^\s,.!]/.test(rest.replace(/\b(at|on|by|around|please|the|publish|post|it)\b/g, ''))) return null
  const { start } = result
  // A duration from now ('in 3 hours') or an explicit zone ('6pm EST') is an instant, whatever the local
  // clocks do in between.
  if (
    /^in\b|\bfrom now\b|\blater\b/i.test(result.text) &&
    /(hour|minute|second|min\b|sec\b|hr)/i.test(result.text)
  )
    return { instant: start.date(), note: null }
  if (start.isCertain('timezoneOffset')) return { instant: start.date(), note: null }
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute') => start.get(name) ?? 0
  return atWall(
    {
      year: part('year'),
      month: part('month'),
      day: part('day'),
      hour: part('hour'),
      minute: part('minute'),
    },
    zone,
  )
}

/**
 * Parses a publish time: ISO 8601 or plain English, in the viewer's time zone.
 * @throws AppError bad_request for what can't be parsed, is in the past, or is more than a year ahead
 */
export function readCustom(text: string, zone: string, now: Date): CustomTime {
  const trimmed = text.trim()
  refuseTwoDates(trimmed)
  const read = readIso(trimmed, zone) ?? readEnglish(trimmed, zone, now)
  if (!read || Number.isNaN(read.instant.getTime()))
    throw refuse(sentences.unreadableTime({ typed: firstCharacters(trimmed, 80) }))
  if (read.instant <= now) throw refuse(sentences.inPast)
  if (read.instant.getTime() > now.getTime() + yearMs) throw refuse(sentences.tooFarAhead)
  return read
}
