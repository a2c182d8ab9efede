import { sql } from 'kysely'

/** Values of ours as constants, so that the planner sees that a partial index covers them: `in (${literals(list)})`. */
export const literals = (values: readonly string[]) => sql.join(values.map(value => sql.lit(value)))
