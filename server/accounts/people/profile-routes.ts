import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { implement } from '#server/platform/http/implement.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import type { Accounts } from '../accounts.ts'
import { readEquipment, readSocialLinks } from './profile-rules.ts'
import { updateProfile } from './store.ts'

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
    const { id } = actorOf(request)
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
