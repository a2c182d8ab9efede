import { z } from 'zod'
import { line } from '#contract/text.ts'
import { sentences } from '#sentences/accounts.ts'
import { AppError } from '#server/core/http/errors.ts'
import { readAs } from '#server/core/http/findings.ts'

const equipment = z.array(line(100, { min: 1 })).max(20)
const socialLinks = z.array(line(300).refine(text => isHttpsAddress(text), sentences.badLink.id)).max(10)

/** An https address with a host and without credentials: the only kind ever shown as a link. */
function isHttpsAddress(text: string): boolean {
  if (!/^https:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' && url.hostname.includes('.') && !url.username && !url.password
}

/**
 * Parses a field that contains JSON as text.
 * @throws AppError invalid_input with the field's name, unless it is an array of strings within the limits
 */
function readStrings(field: string, text: string, schema: z.ZodType<string[]>): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_input', sentences.listExpected({ field }), { field, cause })
  }
  return readAs(schema, value, field)
}

/** At most 20 items of up to 100 characters. @throws AppError invalid_input */
export const readEquipment = (text: string): string[] => readStrings('equipment', text, equipment)

/** At most 10 https addresses. @throws AppError invalid_input */
export const readSocialLinks = (text: string): string[] => readStrings('socialLinks', text, socialLinks)
