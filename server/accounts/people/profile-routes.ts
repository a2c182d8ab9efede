import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isStaff } from '#contract/permissions.ts'
import { line } from '#contract/text.ts'
import { sentences } from '#sentences/accounts.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { readAs } from '#server/core/http/findings.ts'
import { implement } from '#server/core/http/implement.ts'
import { type Actor, actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../build-accounts.ts'
import { isReservedName } from '../reserved-names.ts'
import { findUser, updateProfile } from './store.ts'

type Names = Partial<Record<'firstName' | 'lastName', string | null>>

/** @throws AppError invalid_input when a rider's first and last name would pose as us; staff may have such names */
async function checkName(db: Queryable, { id, role }: Actor, { firstName, lastName }: Names): Promise<void> {
  if (isStaff(role) || (firstName === undefined && lastName === undefined)) return
  const user = await findUser(db, id)
  const first = firstName === undefined ? user?.first_name : firstName
  const last = lastName === undefined ? user?.last_name : lastName
  if (isReservedName([first, last].filter(Boolean).join(' ')))
    throw new AppError('invalid_input', sentences.reservedName, {
      field: firstName === undefined ? 'lastName' : 'firstName',
    })
}

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

/** The signed-in person's profile. */
export function profileRoutes(app: FastifyInstance, { db }: Deps, { currentUser: show }: Accounts): void {
  implement(app, 'profileUpdate', async request => {
    const {
      firstName,
      lastName,
      ridingStyle,
      experienceLevel,
      equipment,
      socialLinks,
      hideHomeZone,
      showMap,
      ...same
    } = request.body
    const actor = actorOf(request)
    const { id } = actor
    await checkName(db, actor, request.body)
    await updateProfile(db, id, {
      ...same,
      ...(firstName === undefined ? {} : { first_name: firstName || null }),
      ...(lastName === undefined ? {} : { last_name: lastName || null }),
      ...(ridingStyle === undefined ? {} : { riding_style: ridingStyle }),
      ...(experienceLevel === undefined ? {} : { experience_level: experienceLevel }),
      ...(equipment === undefined ? {} : { equipment: readEquipment(equipment) }),
      ...(socialLinks === undefined ? {} : { social_links: readSocialLinks(socialLinks) }),
      ...(hideHomeZone === undefined ? {} : { hide_home_zone: hideHomeZone }),
      ...(showMap === undefined ? {} : { show_map: showMap }),
    })
    return show(id)
  })
}
