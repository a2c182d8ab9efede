import type { FastifyRequest } from 'fastify'
import { type UnitSystem, unitSystemOf } from '#contract/gauges/units.ts'
import { type Language, languageCodes, languageCookie } from '#contract/reading/languages.ts'
import type { Wording } from './sentences.ts'

/** The tags of an Accept-Language header (RFC 9110, section 12.5.4), the most wanted first; those with q=0 left out. */
export function acceptedTags(header = ''): string[] {
  return header
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.split(';').map(one => one.trim())
      const quality = parameters.find(one => one.startsWith('q='))?.slice(2)
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

const primary = (tag: string) => tag.toLowerCase().split('-')[0]

/** The language that fits an Accept-Language header best, by its primary subtag: es-AR gets es-MX. Else the first. */
export function acceptedLanguage(header: string | undefined): Language {
  for (const tag of acceptedTags(header)) {
    const found = languageCodes.find(code => primary(code) === primary(tag))
    if (found) return found
  }
  return languageCodes[0] as Language
}

/** What an answer must name in `Vary` when the language of its words was chosen by `languageOf`. */
export const languageVary = 'Cookie, Accept-Language'

/** The language chosen in this browser, else the one that it asks for. @param built languages there is a web app in */
export function languageOf(
  request: Pick<FastifyRequest, 'cookies' | 'headers'>,
  built: (language: string) => boolean,
): string {
  const chosen = request.cookies[languageCookie]
  if (chosen !== undefined && built(chosen)) return chosen
  const accepted = acceptedLanguage(request.headers['accept-language'])
  return built(accepted) ? accepted : (languageCodes[0] as string)
}

/**
 * The language of what the server says to a request: the one chosen in this browser, so that it agrees with the page,
 * else the one in the person's settings, else the one that is asked for.
 */
export function spokenTo({
  headers,
  personLanguage,
}: Pick<FastifyRequest, 'headers' | 'personLanguage'>): Language {
  // Read here, because requests are refused before their cookies are parsed.
  const cookies = headers.cookie?.split('; ') ?? []
  const chosen = languageCodes.find(code => cookies.includes(`${languageCookie}=${code}`))
  return chosen ?? personLanguage ?? acceptedLanguage(headers['accept-language'])
}

/** The units of the region that the browser names first; a program that names none gets metric ones. */
export const acceptedUnits = ({ headers }: Pick<FastifyRequest, 'headers'>): UnitSystem =>
  unitSystemOf(/^[^,;]*/.exec(headers['accept-language'] ?? '')?.[0] ?? '')

/**
 * The language and the units of what the server says to a request. Units are the person's, else those that
 * the browser asks for.
 */
export const wordingFor = (
  request: Pick<FastifyRequest, 'headers' | 'personLanguage' | 'personUnits'>,
): Wording => ({
  language: spokenTo(request),
  units: request.personUnits ?? acceptedUnits(request),
})
