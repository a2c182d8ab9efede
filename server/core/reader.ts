import { type UnitSystem, unitSystemOf } from '#contract/gauges/units.ts'
import type { Language } from '#contract/reading/languages.ts'
import type { Wording } from './sentences.ts'
import { isTimeZone } from './time-zone.ts'

/** How a person reads what is written to them. */
export interface Reader extends Wording {
  /** an IANA name */
  zone: string
}

/**
 * The reader that an account's settings describe. Where nothing is set: English, UTC, and the units that are usual where
 * the language is spoken.
 */
export function readerOf(settings: {
  language: Language | null
  units: UnitSystem | null
  zone: string | null
}): Reader {
  const language = settings.language ?? 'en'
  return {
    language,
    units: settings.units ?? unitSystemOf(language),
    zone: settings.zone !== null && isTimeZone(settings.zone) ? settings.zone : 'UTC',
  }
}

/** How numbers, sums and times are written for a reader. */
export function formatsOf({ language, zone: timeZone }: Reader) {
  const dateStyle = 'long'
  return {
    /** '12,480' */
    count: (n: number) => n.toLocaleString(language),
    /** '82%'. @param share 0 to 1 */
    percent: (share: number) =>
      share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 }).replace(/\s/g, ''),
    /** '$1,234.50' */
    dollars: (amount: number) => amount.toLocaleString(language, { style: 'currency', currency: 'USD' }),
    /** '$100', and '$104.50' where there are cents */
    shortDollars: (amount: number) =>
      amount.toLocaleString(language, {
        style: 'currency',
        currency: 'USD',
        minimumFractionDigits: amount % 1 ? 2 : 0,
      }),
    /** The day of an instant where the reader is: 'November 28, 2026' */
    day: (instant: string) => new Date(instant).toLocaleDateString(language, { dateStyle, timeZone }),
    /** A day without a time, as in 2026-11-28, in the same words */
    date: (day: string) =>
      new Date(`${day}T00:00:00Z`).toLocaleDateString(language, { dateStyle, timeZone: 'UTC' }),
    /** '9:30 AM UTC' */
    time: (instant: string) =>
      new Date(instant).toLocaleTimeString(language, {
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  }
}
