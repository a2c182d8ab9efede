import type { CurrentUser } from '#contract/accounts.ts'
import { type UnitSystem, type Units, unitSystemOf, unitsOf } from '#contract/gauges/units.ts'
import { api } from '#contract/paths.ts'
import { queryClient } from './calls/query-client.ts'

/** The units that the person who looks has chosen, else those of their browser's region. */
export const viewerUnitSystem = (): UnitSystem =>
  queryClient.getQueryData<CurrentUser>([api.user])?.units ??
  unitSystemOf(typeof navigator === 'undefined' ? 'en-US' : navigator.language)

export const viewerUnits = (): Units => unitsOf[viewerUnitSystem()]
export type { Units }
