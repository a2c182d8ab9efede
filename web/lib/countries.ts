import { countries } from '#contract/money/countries.ts'
import { languageLocale } from './language.ts'

const names = new Intl.DisplayNames([languageLocale], { type: 'region' })

/** Every country that money may go to or come from, by name. */
export const countryOptions = countries
  .map(value => ({ value, label: names.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label, languageLocale))
