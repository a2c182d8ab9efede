import path from 'node:path'
import { z } from 'zod'
import { type TrustProxy, trustProxy } from '../http/trust-proxy.ts'
import { type Limits, limitSettings, limitsOf } from './config-limits.ts'
import { flag, type OperatorConfig, operatorConfig, operatorSettings } from './operator-settings.ts'
import {
  credentialSettings,
  type PlatformConfig,
  platformConfig,
  platformSettings,
} from './platform-settings.ts'
import { productionProblems } from './production.ts'

const emails = z
  .string()
  .default('')
  .transform(text =>
    text
      .split(',')
      .map(e => e.trim().toLowerCase())
      .filter(Boolean),
  )
const optional = z
  .string()
  .optional()
  .transform(text => text?.trim() || undefined)

/** Whether a host, as a setting or in an address, is this machine for itself only. */
export const isLoopback = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)

/** The setting that lets other machines reach a sandbox, as NAME=value; undefined: none. */
function wayIn({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL?: string | undefined }): string | undefined {
  if (!isLoopback(HOST)) return `HOST=${HOST}`
  if (PUBLIC_URL === undefined) return undefined
  return URL.canParse(PUBLIC_URL) && isLoopback(new URL(PUBLIC_URL).hostname)
    ? undefined
    : 'a PUBLIC_URL that is not this machine'
}

/** All settings. `.env.example` lists the same names; a check compares the two. */
export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optional,
  PUBLIC_URL: optional,
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  SANDBOX_ON_NETWORK: flag.default(false),
  SANDBOX_PASSWORD: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['text', 'json']).default('text'),
  ADMIN_EMAILS: emails,
  MODERATOR_EMAILS: emails,
  SECRET: optional,
  SMTP_URL: optional,
  MAIL_FROM: z.string().default('Trailcut <hello@trailcut.example>'),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  OIDC_ISSUER: optional,
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  FIREBASE_PROJECT_ID: optional,
  FIREBASE_JWKS_URL: z
    .url()
    .default('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'),
  S3_BUCKET: optional,
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_FORCE_PATH_STYLE: flag.default(false),
  TEXT_MODEL_URL: optional,
  TEXT_MODEL: optional,
  TEXT_MODEL_KEY: optional,
  TAGGER_DIR: optional,
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_THIN_WEBHOOK_SECRET: optional,
  STRIPE_CONNECT_WEBHOOK_SECRET: optional,
  STRIPE_PRICE_PREMIUM: optional,
  STRIPE_PRICE_PRO: optional,
  STRIPE_AUTOMATIC_TAX: flag.default(false),
  STRIPE_API_BASE: optional,
  PAYOUT_METHOD: z.enum(['stripe', 'manual']).default('stripe'),
  PAYOUT_HOLD_DAYS: z.coerce.number().int().min(0).max(90).optional(),
  PAYOUT_APPROVAL_FROM: z.coerce.number().min(0).default(500),
  PAYOUT_APPROVE_FIRST: flag.default(true),
  PAYOUT_FEE_CENTS: z.coerce.number().int().min(0).max(2000).default(25),
  PAYOUT_FEE_PERCENT: z.coerce.number().min(0).max(10).default(0.25),
  TRUST_PROXY: trustProxy,
  ...platformSettings,
  ...limitSettings,
  ...operatorSettings,
})

/** A Stripe account, and how to reach it. */
export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  thinSecret: string | undefined
  connectSecret?: string | undefined
  /** the monthly price of each plan */
  prices: { premium: string; pro: string }
  /** Stripe calculates the tax of plans and adds it to their prices; undefined: it doesn't */
  automaticTax?: boolean
  /** overrides Stripe's own address */
  apiBase: string | undefined
  scriptUrl: string | null
}

export interface PayoutSettings {
  /** manual: staff send the money themselves and record it */
  method: 'stripe' | 'manual'
  /** how long earnings wait, because platforms correct their counts */
  holdDays: number
  /** dollars; payouts from this amount on need a second person's approval */
  approvalFrom: number
  /** whether a person's first payout needs approval, whatever its amount */
  approveFirst: boolean
  /** what a Stripe payout costs the creator: cents, and percent of the amount */
  fee: { cents: number; percent: number }
}

export interface Config extends Limits, OperatorConfig {
  mode: 'sandbox' | 'production'
  role: 'all' | 'web' | 'worker'
  host: string
  port: number
  /** Absolute path of the folder with everything this server stores on disk. */
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  logLevel: string
  logFormat: 'text' | 'json'
  adminEmails: string[]
  moderatorEmails: string[]
  secret: string | undefined
  smtpUrl: string | undefined
  /** asked for by the sandbox's pages; undefined: nobody but this machine reaches them */
  sandboxPassword: string | undefined
  mailFrom: string
  google: { clientId: string; clientSecret: string } | undefined
  /** Any other OpenID Connect provider. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined
  /** The project whose ID tokens are accepted, and where their signing keys are published. */
  firebase: { projectId: string; jwksUrl: string } | undefined
  s3:
    | {
        bucket: string
        region: string
        endpoint: string | undefined
        credentials: { accessKeyId: string; secretAccessKey: string } | undefined
        forcePathStyle: boolean
      }
    | undefined
  /** Where videos are published. */
  platforms: PlatformConfig
  /** A language model that can write the texts; everything works without one. */
  textModel: { url: string; model: string; apiKey: string | undefined } | undefined
  /** Absolute path of the folder with a model that labels highlights; everything works without one. */
  taggerDir: string | undefined
  /** undefined: the sandbox's, or no plans in production */
  stripe: StripeSettings | undefined
  /** applies to the sandbox Stripe too */
  automaticTax: boolean
  payouts: PayoutSettings
  trustProxy: TrustProxy
}

/** A setting that prevents the server from starting; the message is one line for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const together: [names: string[], sentence: string][] = [
  [['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], 'set both or neither'],
  [['TEXT_MODEL_URL', 'TEXT_MODEL'], 'set both or neither'],
  [['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], 'set all or none'],
  [
    [
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PRICE_PREMIUM',
      'STRIPE_PRICE_PRO',
    ],
    'set all or none',
  ],
  ...Object.values(credentialSettings).map((pair): [string[], string] => [pair, 'set both or neither']),
]

/** Which settings are set without those that belong to them, as a sentence; null when none. */
function halfSettings(given: Record<string, unknown>): string | null {
  for (const [names, sentence] of together) {
    const set = names.filter(name => Boolean(given[name]))
    if (set.length > 0 && set.length < names.length)
      return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} go together: ${sentence}`
  }
  return null
}

/**
 * Reads the environment once. Only called by entry points; everything else receives the result.
 * @throws ConfigError naming every wrong setting, and in production every sandbox part or missing secret.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Wrong settings: ${wrong.join('; ')}`)
  }
  const e = parsed.data
  if (e.MEDIA_OFFLOAD && e.S3_BUCKET)
    throw new ConfigError('MEDIA_OFFLOAD is for files on this machine: leave it empty with S3_BUCKET')
  const half = halfSettings(e)
  if (half) throw new ConfigError(half)
  if (e.MODE === 'production') {
    const missing = [
      !e.SECRET && 'SECRET',
      !e.DATABASE_URL && 'DATABASE_URL',
      !e.PUBLIC_URL && 'PUBLIC_URL',
      !e.SMTP_URL && 'SMTP_URL',
      !e.GOOGLE_CLIENT_ID && !e.OIDC_ISSUER && 'GOOGLE_CLIENT_ID or OIDC_ISSUER',
      !e.STRIPE_SECRET_KEY && e.PAYOUT_METHOD === 'stripe' && 'STRIPE_SECRET_KEY or PAYOUT_METHOD=manual',
    ].filter(Boolean)
    if (missing.length) throw new ConfigError(`MODE=production needs ${missing.join(', ')}`)
    const problems = productionProblems(e)
    if (problems.length) throw new ConfigError(problems.join('; '))
  }
  const open = e.MODE === 'sandbox' ? wayIn(e) : undefined
  if (open && !(e.SANDBOX_ON_NETWORK && e.SANDBOX_PASSWORD))
    throw new ConfigError(
      `MODE=sandbox with ${open}: anyone who reaches the mailbox can sign in as an admin. Keep to 127.0.0.1, or set SANDBOX_ON_NETWORK=1 and SANDBOX_PASSWORD`,
    )
  return {
    mode: e.MODE,
    role: e.ROLE,
    host: e.HOST,
    port: e.PORT,
    dataDir: path.resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    publicUrl: e.PUBLIC_URL?.replace(/\/$/, ''),
    logLevel: e.LOG_LEVEL,
    logFormat: e.LOG_FORMAT,
    adminEmails: e.ADMIN_EMAILS,
    moderatorEmails: e.MODERATOR_EMAILS,
    secret: e.SECRET,
    smtpUrl: e.SMTP_URL,
    sandboxPassword: e.SANDBOX_PASSWORD,
    mailFrom: e.MAIL_FROM,
    google:
      e.GOOGLE_CLIENT_ID && e.GOOGLE_CLIENT_SECRET
        ? { clientId: e.GOOGLE_CLIENT_ID, clientSecret: e.GOOGLE_CLIENT_SECRET }
        : undefined,
    oidc:
      e.OIDC_ISSUER && e.OIDC_CLIENT_ID && e.OIDC_CLIENT_SECRET
        ? {
            issuer: e.OIDC_ISSUER.replace(/\/$/, ''),
            clientId: e.OIDC_CLIENT_ID,
            clientSecret: e.OIDC_CLIENT_SECRET,
          }
        : undefined,
    firebase: e.FIREBASE_PROJECT_ID
      ? { projectId: e.FIREBASE_PROJECT_ID, jwksUrl: e.FIREBASE_JWKS_URL }
      : undefined,
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          region: e.S3_REGION,
          endpoint: e.S3_ENDPOINT,
          credentials:
            e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
              ? { accessKeyId: e.S3_ACCESS_KEY_ID, secretAccessKey: e.S3_SECRET_ACCESS_KEY }
              : undefined,
          forcePathStyle: e.S3_FORCE_PATH_STYLE,
        }
      : undefined,
    platforms: platformConfig(e),
    textModel:
      e.TEXT_MODEL_URL && e.TEXT_MODEL
        ? { url: e.TEXT_MODEL_URL, model: e.TEXT_MODEL, apiKey: e.TEXT_MODEL_KEY }
        : undefined,
    taggerDir: e.TAGGER_DIR && path.resolve(e.TAGGER_DIR),
    stripe: e.STRIPE_SECRET_KEY
      ? {
          secretKey: e.STRIPE_SECRET_KEY,
          publishableKey: e.STRIPE_PUBLISHABLE_KEY as string,
          webhookSecret: e.STRIPE_WEBHOOK_SECRET as string,
          thinSecret: e.STRIPE_THIN_WEBHOOK_SECRET,
          connectSecret: e.STRIPE_CONNECT_WEBHOOK_SECRET,
          prices: { premium: e.STRIPE_PRICE_PREMIUM as string, pro: e.STRIPE_PRICE_PRO as string },
          apiBase: e.STRIPE_API_BASE,
          scriptUrl: null,
        }
      : undefined,
    automaticTax: e.STRIPE_AUTOMATIC_TAX,
    payouts: {
      method: e.PAYOUT_METHOD,
      holdDays: e.PAYOUT_HOLD_DAYS ?? (e.MODE === 'production' ? 7 : 0),
      approvalFrom: e.PAYOUT_APPROVAL_FROM,
      approveFirst: e.PAYOUT_APPROVE_FIRST,
      fee: { cents: e.PAYOUT_FEE_CENTS, percent: e.PAYOUT_FEE_PERCENT },
    },
    ...limitsOf(e),
    trustProxy: e.TRUST_PROXY,
    ...operatorConfig(e),
  }
}
