import type { FastifyInstance } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { sentences } from '#sentences/accounts.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { type Actor, actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../accounts.ts'
import { isReservedName } from '../reserved-names.ts'
import { readEquipment, readSocialLinks } from './profile-rules.ts'
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
