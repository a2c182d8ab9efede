import type { ColumnType } from 'kysely'
import type { StoredText, Text } from '../sentences.ts'

declare const jsonOf: unique symbol

/** The JSON text of a value; the driver would send a list as a PostgreSQL array. */
export type JsonText<T> = string & { readonly [jsonOf]: T }

/** A jsonb column: read as its value, written as the text from `json`. */
export type JsonColumn<T> = ColumnType<T, JsonText<T>, JsonText<T>>

/** Serializes a value for a jsonb column. */
export const json = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>

/** A text as a jsonb column has it: a sentence by its id and values, another text as it is; undefined changes nothing. */
export function textColumn<T extends Text | null | undefined>(
  text: T,
): JsonText<StoredText> | Exclude<T, Text> {
  return text === null || text === undefined ? (text as Exclude<T, Text>) : json(text)
}
