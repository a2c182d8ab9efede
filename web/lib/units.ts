import type { CurrentUser } from '#contract/accounts.ts'
import type { UnitSystem } from '#contract/gauges/units.ts'
import { type Units, unitsOf } from '#contract/gauges/units.ts'
import { api } from '#contract/paths.ts'
import { queryClient } from './calls/query-client.ts'

/** Where roads are signed in miles: the regions that CLDR lists for road distances as US or UK. */
const mileRegions = new Set(['US', 'GB', 'LR', 'MM', 'AS', 'GU', 'MP', 'PR', 'UM', 'VI', 'GG', 'IM', 'JE'])

/** The units of a language tag: miles and feet where its region uses them, else kilometers and meters. */
export function unitSystemOf(language: string): UnitSystem {
  try {
    const { region } = new Intl.Locale(language).maximize()
    return region && mileRegions.has(region) ? 'imperial' : 'metric'
  } catch {
    // Not a language tag: browsers can report anything.
    return 'metric'
  }
}

/** The units that the person who looks has chosen, else those of their browser's region. */
export const viewerUnitSystem = (): UnitSystem =>
  queryClient.getQueryData<CurrentUser>([api.user])?.units ??
  unitSystemOf(typeof navigator === 'undefined' ? 'en-US' : navigator.language)

export const viewerUnits = (): Units => unitsOf[viewerUnitSystem()]
export type { Units }
