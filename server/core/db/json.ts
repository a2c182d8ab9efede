import type { ColumnType } from 'kysely'

declare const jsonOf: unique symbol

/** The JSON text of a value; the driver would send a list as a PostgreSQL array. */
export type JsonText<T> = string & { readonly [jsonOf]: T }

/** A jsonb column: read as its value, written as the text from `json`. */
export type JsonColumn<T> = ColumnType<T, JsonText<T>, JsonText<T>>

/** Serializes a value for a jsonb column. */
export const json = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>
