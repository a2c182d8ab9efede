import type { CurrentUser } from '#contract/accounts.ts'
import { type UnitSystem, type Units, unitsOf } from '#contract/gauges/units.ts'
import { api } from '#contract/paths.ts'
import { queryClient } from './calls/query-client.ts'
import { visit } from './visit.ts'

/** The units that the person who looks has chosen, else those of their browser's region. */
export const viewerUnitSystem = (): UnitSystem =>
  queryClient().getQueryData<CurrentUser>([api.user])?.units ?? visit().units

export const viewerUnits = (): Units => unitsOf[viewerUnitSystem()]
export type { Units }
