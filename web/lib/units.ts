import { type UnitSystem, type Units, unitsOf } from '#contract/gauges/units.ts'

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

/** The viewer's units. */
export const viewerUnits = () => unitsOf[unitSystemOf(navigator.language)]
export type { Units }
