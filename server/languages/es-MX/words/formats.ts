/** A sum in US dollars as it is written in Mexico, where '$' means pesos: 'USD 104.50' for '$104.50'. */
export const usd = (sum: string): string => sum.replace('$', 'USD\u00a0')

/** A day as in 2026-11-28, in words. */
export const dayIn = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('es-MX', { dateStyle: 'long', timeZone: 'UTC' })

const countries = new Intl.DisplayNames('es-MX', { type: 'region' })
/** A country by its code, as in 'AR'; what is no code comes back as it is. */
export const countryIn = (code: string): string => (/^[A-Z]{2}$/.test(code) && countries.of(code)) || code
