import type { BetterAuthOptions } from 'better-auth'
import { extendEverySeconds, idleSeconds } from '../rules.ts'

const columns = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** How the engine's models map to this project's tables. */
export const userTable = {
  modelName: 'users',
  fields: { emailVerified: 'email_verified', ...columns },
  additionalFields: {
    role: { type: 'string', input: false, defaultValue: 'user' },
    firstName: { type: 'string', required: false, fieldName: 'first_name' },
    lastName: { type: 'string', required: false, fieldName: 'last_name' },
    language: { type: 'string', required: false, input: false },
    units: { type: 'string', required: false, input: false },
    twoFactor: { type: 'boolean', required: false, input: false, fieldName: 'second_factor' },
    suspendedAt: { type: 'date', required: false, input: false, fieldName: 'suspended_at' },
    suspendedReason: {
      type: 'string',
      required: false,
      input: false,
      returned: false,
      fieldName: 'suspended_reason',
    },
    emailVerifiedAt: { type: 'date', required: false, input: false, fieldName: 'email_verified_at' },
  },
} satisfies BetterAuthOptions['user']

export const sessionTable = {
  modelName: 'sessions',
  fields: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    ...columns,
  },
  additionalFields: {
    twoFactorAt: { type: 'date', required: false, input: false, fieldName: 'second_factor_at' },
  },
  expiresIn: idleSeconds,
  updateAge: extendEverySeconds,
} satisfies BetterAuthOptions['session']

export const identityTable = {
  modelName: 'identities',
  fields: {
    userId: 'user_id',
    providerId: 'provider_id',
    accountId: 'account_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    ...columns,
  },
  updateAccountOnSignIn: false,
} satisfies BetterAuthOptions['account']

export const verificationTable = {
  modelName: 'verifications',
  fields: { expiresAt: 'expires_at', ...columns },
  storeIdentifier: 'hashed',
} satisfies BetterAuthOptions['verification']
