export const unitSystems = ['metric', 'imperial'] as const
export type UnitSystem = (typeof unitSystems)[number]

export interface Unit {
  name: string
  /** of one in SI units */
  factor: number
}

/** What riders read: km/h and m, or mph and ft. */
export const unitsOf = {
  metric: {
    speed: { name: 'km/h', factor: 3.6 },
    height: { name: 'm', factor: 1 },
    far: { name: 'km', factor: 0.001 },
  },
  imperial: {
    speed: { name: 'mph', factor: 1 / 0.44704 },
    height: { name: 'ft', factor: 1 / 0.3048 },
    far: { name: 'mi', factor: 1 / 1609.344 },
  },
} satisfies Record<UnitSystem, Record<'speed' | 'height' | 'far', Unit>>

export type Units = (typeof unitsOf)[UnitSystem]

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
