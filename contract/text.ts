import { z } from 'zod'
import { charactersIn, cleanLine, cleanLines } from './clean-text.ts'
import { finding } from './findings.ts'

interface Limits {
  max: number
  min?: number
  /** the sentence for a text that is too short */
  short?: string
}

/** What a string of the contract is, so that a test finds one that is none of these (endpoints.test.ts). */
export const textKinds = z.registry<{ text: 'line' | 'lines' | 'opaque' }>()

const cleaned = (clean: (text: string) => string, { max, min = 0, short }: Limits) =>
  z
    .string()
    .overwrite(clean)
    .check(context => {
      const { value: input, issues } = context
      const length = charactersIn(input, max)
      const limit = { origin: 'string', inclusive: true, input } as const
      if (length > max) issues.push({ code: 'too_big', maximum: max, ...limit })
      if (length < min)
        issues.push({ code: 'too_small', minimum: min, ...limit, ...(short ? { message: short } : {}) })
    })
    .meta({ maxLength: max, ...(min ? { minLength: min } : {}) })

/** A text of one line (see cleanLine), with at most `max` characters as people count them. */
export const line = (max: number, more: Omit<Limits, 'max'> = {}) =>
  cleaned(cleanLine, { max, ...more }).register(textKinds, { text: 'line' })

/** A text of several lines (see cleanLines). */
export const lines = (max: number, more: Omit<Limits, 'max'> = {}) =>
  cleaned(cleanLines, { max, ...more }).register(textKinds, { text: 'lines' })

/**
 * A text for a program, not for people: a token, an id or a cursor that is only compared with ours, or a text that
 * another schema or parser takes apart. It is never stored or shown as it is.
 */
export const opaque = (max: number) => z.string().max(max).register(textKinds, { text: 'opaque' })

/** An international domain in the letters of the DNS (ünï.example → xn--n-vga1e.example); unchanged if there is none. */
function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (/^\p{ASCII}*$|[\s/\\:?#]/u.test(domain)) return address
  const url = URL.parse(`http://${domain}`)
  return url ? `${address.slice(0, at + 1)}${url.hostname}` : address
}

const notAnAddress = finding('email')

/** An email address as browsers accept it in a field for one, and with an international domain. */
export const emailAddress = () =>
  z
    .string(notAnAddress)
    .max(254)
    .overwrite(asciiDomain)
    .check(z.email({ pattern: z.regexes.html5Email, error: notAnAddress }))
