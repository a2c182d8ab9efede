import { countries, countryName } from '#contract/money/countries.ts'

/** Every country that money may go to or come from, by name. */
export const countryOptions = countries
  .map(value => ({ value, label: countryName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))
