import type { ColumnType } from 'kysely'

declare const jsonOf: unique symbol

/** JSON text of a value: the driver would send a list as an array of PostgreSQL's. */
export type JsonText<T> = string & { readonly [jsonOf]: T }

/** A jsonb column: read as its value, written as the text that `json` makes of one. */
export type JsonColumn<T> = ColumnType<T, JsonText<T>, JsonText<T>>

/** A value as it is written to a jsonb column. */
export const json = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>
