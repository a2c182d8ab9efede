import type { CurrentUser } from '#contract/accounts.ts'
import { defaultPayoutFrequency, payoutThresholdRange } from '#contract/money/constants.ts'
import type { UserRow } from './store.ts'

/** A person's counts from other slices; dollars and numbers of videos and views. */
export type AccountStats = Pick<
  CurrentUser,
  | 'totalViews'
  | 'totalEarnings'
  | 'pendingEarnings'
  | 'payoutThreshold'
  | 'payoutFrequency'
  | 'videosPublished'
  | 'videosProcessing'
>

const none: AccountStats = {
  totalViews: 0,
  totalEarnings: 0,
  pendingEarnings: 0,
  payoutThreshold: payoutThresholdRange.default,
  payoutFrequency: defaultPayoutFrequency,
  videosPublished: 0,
  videosProcessing: 0,
}

/** A person as GET /api/auth/user shows them to themselves. */
export function presentUser(row: UserRow, stats: Partial<AccountStats>): CurrentUser {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.image,
    role: row.role,
    biography: row.biography,
    ridingStyle: row.riding_style,
    experienceLevel: row.experience_level,
    location: row.location,
    equipment: JSON.stringify(row.equipment),
    socialLinks: JSON.stringify(row.social_links),
    hideHomeZone: row.hide_home_zone,
    showMap: row.show_map,
    learnFromReviews: row.learn_from_reviews,
    language: row.language,
    units: row.units,
    ...none,
    ...stats,
    createdAt: row.created_at.toISOString(),
    ...(row.suspended_reason === null ? {} : { suspendedReason: row.suspended_reason }),
  }
}
