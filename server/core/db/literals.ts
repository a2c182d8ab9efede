import { sql } from 'kysely'

/**
 * Writes trusted values as constants, so that the planner can use a partial index: `in (${literals(list)})`.
 */
export const literals = (values: readonly string[]) => sql.join(values.map(value => sql.lit(value)))
