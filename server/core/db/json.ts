import type { ColumnType } from 'kysely'
import { type StoredText, storedText, type Text } from '../sentences.ts'

declare const jsonOf: unique symbol

/** The JSON text of a value; the driver would send a list as a PostgreSQL array. */
export type JsonText<T> = string & { readonly [jsonOf]: T }

/** A jsonb column: read as its value, written as the text from `json`. */
export type JsonColumn<T> = ColumnType<T, JsonText<T>, JsonText<T>>

/** Serializes a value for a jsonb column. */
export const json = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>

/** A text as a jsonb column has it: a sentence by its id and values, another text as it is. */
export function textColumn(text: Text): JsonText<StoredText>
export function textColumn(text: Text | null): JsonText<StoredText> | null
export function textColumn(text: Text | null): JsonText<StoredText> | null {
  return text === null ? null : json(storedText(text))
}
