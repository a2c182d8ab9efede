import { countries } from '#contract/money/countries.ts'
import { language } from './language.ts'

const names = new Intl.DisplayNames([language], { type: 'region' })

/** Every country that money may go to or come from, by name. */
export const countryOptions = countries
  .map(value => ({ value, label: names.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label, language))
