import { channelFacts } from '#contract/publishing/constants.ts'
import type { Config } from '#server/core/settings/config.ts'
import type { SocialSandboxes } from './platforms.ts'

/** One outside service, as listed by GET /sandbox. */
export interface Part {
  name: string
  state: 'real' | 'stand-in' | 'not built yet'
  /** One or two sentences. */
  what: string
  /** Its address, or a page about it. */
  address?: string
}

export interface SandboxAddresses {
  publicUrl: string
  oidcIssuer: string
  smtpUrl: string
  stripeUrl?: string | undefined
  social?: SocialSandboxes
}

/** Every outside service and whether this server uses the real one. */
export function partsOf(
  config: Pick<Config, 'google' | 'oidc' | 'smtpUrl' | 's3' | 'databaseUrl' | 'stripe' | 'sandboxPassword'>,
  at: SandboxAddresses,
): Part[] {
  return [
    config.google || config.oidc
      ? {
          name: 'Sign-in',
          state: 'real',
          what: config.google ? 'Google accounts.' : 'The OpenID Connect provider of the settings.',
          address: config.google ? 'https://accounts.google.com' : (config.oidc?.issuer ?? ''),
        }
      : config.sandboxPassword !== undefined
        ? {
            name: 'Sign-in',
            state: 'stand-in',
            what: 'Mailed links only: with SANDBOX_PASSWORD there is no account chooser. Ask for a link for admin@trailcut.example, moderator@trailcut.example or any other address, and open it in the mailbox.',
            address: `${at.publicUrl}/sandbox/mailbox`,
          }
        : {
            name: 'Sign-in',
            state: 'stand-in',
            what: 'An OpenID Connect issuer with an account chooser. Sign in at /api/login.',
            address: `${at.oidcIssuer}/.well-known/openid-configuration`,
          },
    config.smtpUrl
      ? { name: 'Mail', state: 'real', what: 'The SMTP server of the settings.' }
      : {
          name: 'Mail',
          state: 'stand-in',
          what: `An SMTP server (${at.smtpUrl}) that delivers nothing: every mail is in the mailbox.`,
          address: `${at.publicUrl}/sandbox/mailbox`,
        },
    {
      name: 'Database',
      state: 'real',
      what: config.databaseUrl
        ? 'The PostgreSQL of the settings.'
        : 'A PostgreSQL server that was started for this folder.',
    },
    {
      name: 'Storage',
      state: 'real',
      what: config.s3 ? `The S3 bucket ${config.s3.bucket}.` : 'A folder on this machine.',
    },
    { name: 'Video processing', state: 'real', what: 'ffmpeg on this machine.' },
    config.stripe
      ? { name: 'Payments', state: 'real', what: 'The Stripe account of the settings.' }
      : {
          name: 'Payments',
          state: 'stand-in',
          what: 'A Stripe for plans and payouts. Pay with 4242 4242 4242 4242; 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has insufficient funds, 4000 0025 0000 3155 asks for confirmation.',
          ...(at.stripeUrl ? { address: at.stripeUrl } : {}),
        },
    ...channelFacts.map(({ kind, name }): Part => {
      const address = at.social?.[kind]?.url
      return address
        ? {
            name,
            state: 'stand-in',
            what: `A ${name} that takes uploads and plays them: what is watched there counts as views.`,
            address,
          }
        : { name, state: 'real', what: `The application of the settings at ${name}.` }
    }),
    {
      name: 'Cloudflare Stream',
      state: 'not built yet',
      what: 'Optional: streaming by a service instead of this machine.',
    },
  ]
}
