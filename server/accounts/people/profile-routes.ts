import { currentUser, profileUpdateBody } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import type { Accounts } from '../accounts.ts'
import type { Routes } from '../typed-routes.ts'
import { readEquipment, readSocialLinks } from './profile-rules.ts'
import { updateProfile } from './store.ts'

/** One's own profile. */
export function profileRoutes(routes: Routes, { db }: Deps, { currentUser: show }: Accounts): void {
  routes.post(
    api.profileUpdate,
    {
      config: { permission: 'profile:own' },
      schema: {
        summary:
          'Changes the given fields of one’s own profile; equipment and socialLinks are JSON arrays as text',
        tags: ['accounts'],
        body: profileUpdateBody,
        response: { 200: currentUser, 401: errorBody, 403: errorBody, 422: errorBody },
      },
    },
    async request => {
      const {
        firstName,
        lastName,
        ridingStyle,
        experienceLevel,
        equipment,
        socialLinks,
        hideHomeZone,
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
      })
      return show(id)
    },
  )
}
