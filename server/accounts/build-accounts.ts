import type { CurrentUser } from '#contract/accounts.ts'
import { defaultPayoutFrequency, payoutThresholdRange } from '#contract/money/constants.ts'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Authenticate } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { type Firebase, firebaseOf } from './identities/firebase.ts'
import {
  chooseProvider,
  type IdentityProvider,
  type SandboxIssuer,
  type Widget,
  widgetOf,
} from './identities/identity-provider.ts'
import { findUser, type UserRow } from './people/store.ts'
import { sandboxStaff } from './rules.ts'
import { sessionAuthenticate } from './sessions/authenticate.ts'
import type { Engine, OpenEngine } from './sign-in/engine.ts'

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
function presentUser(row: UserRow, stats: Partial<AccountStats>): CurrentUser {
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
    ...(row.suspended_at && row.suspended_reason !== null
      ? { suspendedAt: row.suspended_at.toISOString(), suspendedReason: row.suspended_reason }
      : {}),
  }
}

export interface AccountOptions {
  /** The sandbox's issuer; null or absent outside the sandbox. */
  sandbox?: SandboxIssuer | null
  /** Counts owned by other slices; missing ones show as zero. */
  stats?: (userId: string) => Promise<Partial<AccountStats>>
}

export interface Accounts {
  authenticate: Authenticate
  engine: OpenEngine
  provider: IdentityProvider | null
  /** The provider's sign-in button for pages, if it has one. */
  widget: Widget | null
  firebase: Firebase | null
  /** A person's own view of themselves. @throws AppError unauthorized when the account is gone */
  currentUser(id: string): Promise<CurrentUser>
}

/** Sign-in, sessions and people of one server. */
export function buildAccounts(
  deps: Deps,
  { sandbox = null, stats = async () => ({}) }: AccountOptions = {},
): Accounts {
  const { adminEmails, moderatorEmails, sandboxPassword } = deps.config
  const chosen = chooseProvider(deps.config, sandbox)
  const inSandbox = chosen?.id === 'sandbox'
  // The chooser listens on this machine only and asks nobody for the password: in a network, people use mailed links.
  const provider = inSandbox && sandboxPassword !== undefined ? null : chosen
  const staff = inSandbox
    ? {
        adminEmails: [...adminEmails, ...sandboxStaff.adminEmails],
        moderatorEmails: [...moderatorEmails, ...sandboxStaff.moderatorEmails],
      }
    : { adminEmails, moderatorEmails }
  let opened: Promise<Engine> | undefined
  const engine = () => {
    opened ??= import('./sign-in/engine.ts').then(({ buildEngine }) => buildEngine(deps, provider, staff))
    return opened
  }
  const firebase = firebaseOf(deps.config, deps.clock)
  return {
    engine,
    provider,
    widget: widgetOf(provider),
    firebase,
    authenticate: sessionAuthenticate(engine, firebase, deps),
    async currentUser(id) {
      const [row, counts] = await Promise.all([findUser(deps.db, id), stats(id)])
      if (!row) throw new AppError('unauthorized', common.unauthorized)
      return presentUser(row, counts)
    },
  }
}
