/**
 * Where bank accounts can be. Stripe lets a platform in the United States transfer to accounts in the US, the UK, the
 * EEA, Canada and Switzerland without a contract of its own; other countries need one with Stripe's sales
 * (https://docs.stripe.com/connect/cross-border-payouts, read 2026-11-22). Recipients are paid in the currency of
 * their country. Stripe's smallest payouts there are about one unit of the currency, far below the lowest payout
 * threshold (https://docs.stripe.com/connect/cross-border-payouts/special-requirements, read 2026-11-22).
 */
export const stripeCountries = {
  AT: 'EUR',
  BE: 'EUR',
  BG: 'EUR',
  CA: 'CAD',
  CH: 'CHF',
  CY: 'EUR',
  CZ: 'CZK',
  DE: 'EUR',
  DK: 'DKK',
  EE: 'EUR',
  ES: 'EUR',
  FI: 'EUR',
  FR: 'EUR',
  GB: 'GBP',
  GR: 'EUR',
  HR: 'EUR',
  HU: 'HUF',
  IE: 'EUR',
  IS: 'EUR',
  IT: 'EUR',
  LI: 'CHF',
  LT: 'EUR',
  LU: 'EUR',
  LV: 'EUR',
  MT: 'EUR',
  NL: 'EUR',
  NO: 'NOK',
  PL: 'PLN',
  PT: 'EUR',
  RO: 'RON',
  SE: 'SEK',
  SI: 'EUR',
  SK: 'EUR',
  US: 'USD',
} as const satisfies Record<string, string>

/**
 * Every other country of ISO 3166-1 that money may be sent to. Left out are those under a comprehensive embargo of the
 * United States: Cuba, Iran, North Korea (https://ofac.treasury.gov/sanctions-programs-and-country-information).
 */
const otherCountries =
  'AD AE AF AG AI AL AM AO AR AS AU AW AX AZ BA BB BD BF BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CD CF CG CI CK CL CM CN CO CR CV CW DJ DM DO DZ EC EG ER ET FJ FK FM FO GA GD GE GF GG GH GI GL GM GN GP GQ GT GU GW GY HK HN HT ID IL IM IN IQ JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LK LR LS LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MU MV MW MX MY MZ NA NC NE NF NG NI NP NR NU NZ OM PA PE PF PG PH PK PM PR PS PW PY QA RE RS RU RW SA SB SC SD SG SH SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  )

/** Codes of ISO 3166-1, in capitals. */
export const countries: readonly string[] = [...Object.keys(stripeCountries), ...otherCountries].sort()

const currencies: Readonly<Record<string, string>> = stripeCountries
/** The currency in which Stripe pays out to this country; null if it doesn't pay there. */
export const currencyOf = (country: string): string | null => currencies[country] ?? null

const postalCodes: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-?\d{4})?$/,
  CA: /^[a-z]\d[a-z] ?\d[a-z]\d$/i,
}
/**
 * Whether Stripe can tell from this where tax is due: it needs a ZIP code in the United States, a postal code in Canada,
 * elsewhere the country alone (https://docs.stripe.com/tax/customer-locations).
 */
export const isEnoughForTax = (country: string, postalCode: string | undefined): boolean =>
  postalCodes[country]?.test(postalCode ?? '') ?? true

const names = new Intl.DisplayNames(['en-US'], { type: 'region' })
/** A country's name by its code; what is no code comes back as it is. */
export const countryName = (country: string): string =>
  (/^[A-Z]{2}$/.test(country) && names.of(country)) || country
