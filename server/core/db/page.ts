import { type RawBuilder, sql } from 'kysely'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from '#server/core/http/errors.ts'

/**
 * Where a page of a list ordered by (created_at, id) ended. Times keep their microseconds: a JavaScript date
 * would round them, and rows in the same millisecond would be skipped or repeated.
 */
export interface Cursor {
  at: string
  id: string
}

/** The part of a row that its cursor is made from. @param table its name or alias */
export const cursorAt = (table: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(`${table}.created_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{6})Z_([\w-]{1,100})$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether PostgreSQL can read the time too: no February 31, which Date reads as March, and no year 0. */
const isTime = (seconds: string) => {
  const time = new Date(`${seconds}Z`)
  return (
    !Number.isNaN(time.getTime()) && time.toISOString().startsWith(seconds) && !seconds.startsWith('0000')
  )
}

/** Where a page of a list ordered by (a number, id) ended. @throws AppError invalid_input for anything else */
export function readNumberCursor(text: string | undefined): { at: number; id: string } | null {
  if (text === undefined) return null
  const [, at, id] = /^(-?\d(?:\.\d{1,20})?(?:e-\d{1,3})?)_(.{36})$/.exec(text) ?? []
  if (!at || !id || !uuid.test(id)) throw new AppError('invalid_input', common.badCursor, { field: 'cursor' })
  return { at: Number(at), id }
}

/**
 * @param ids the format of these rows' ids
 * @throws AppError invalid_input for anything that isn't a cursor
 */
export function readCursor(text: string | undefined, ids: 'uuid' | 'text'): Cursor | null {
  if (text === undefined) return null
  const [, seconds, micros, id] = pattern.exec(text) ?? []
  if (!seconds || !id || !isTime(seconds) || (ids === 'uuid' && !uuid.test(id)))
    throw new AppError('invalid_input', common.badCursor, { field: 'cursor' })
  return { at: `${seconds}${micros}Z`, id }
}

/** A page of a query that asked for one row more than fits. @returns its rows, and the next page's cursor */
export function pageOf<Row extends { cursor_at: string; id: string }>(
  rows: readonly Row[],
  limit: number,
): { rows: readonly Row[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? `${last.cursor_at}_${last.id}` : null }
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, sign => `\\${sign}`)

/**
 * LIKE patterns for lower-case text, one of which must match. Trigram indexes need three letters anywhere, or
 * the start of a word (https://www.postgresql.org/docs/current/pgtrgm.html), so shorter texts match only at
 * word starts.
 */
export function searchPatterns(text: string): string[] {
  const wanted = escapeLike(text.toLowerCase())
  return text.length >= 3 ? [`%${wanted}%`] : [`${wanted}%`, `% ${wanted}%`]
}

/** Whether a column of lower-case text contains the search text. */
export const hasText = (column: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    searchPatterns(search).map(pattern => sql`${column} like ${pattern}`),
    sql` or `,
  )})`
