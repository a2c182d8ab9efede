import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config, StripeSettings } from '#server/core/settings/config.ts'
import { startIssuer } from './google/issuer.ts'
import { MailStore } from './mailbox/mail-store.ts'
import { startSmtpSink } from './mailbox/smtp-sink.ts'
import { partsOf } from './parts.ts'
import { closePlatforms, type SocialSandboxes, startPlatforms } from './platforms.ts'
import { sandboxRoutes } from './routes.ts'
import { type StripeSandbox, settingsFor, startStripe } from './stripe/index.ts'

/** The running sandboxes of the outside services. */
export interface Sandbox {
  /** For sign-in: an OpenID Connect issuer and this server's client registration. */
  oidcIssuer: string
  clientId: string
  clientSecret: string
  /** The SMTP server for outgoing mail. */
  smtpUrl: string
  /** All mail sent to it. */
  mails: MailStore
  /** Plans and payouts; null when the settings name a real account. */
  stripe: (StripeSettings & { control: StripeSandbox }) | null
  /** The platforms' sandboxes, except those whose real application the settings name. */
  social: SocialSandboxes
  /** Registers GET /sandbox and the mailbox's pages. */
  routes(app: FastifyInstance): void
  close(): Promise<void>
}

/** The platform's balance at the sandbox Stripe on its first start: $100,000. */
const startingBalanceCents = 10_000_000

/** Starts each sandbox on its own loopback port; keys and mails are kept under DATA_DIR/sandbox. */
export async function startSandbox({
  config,
  publicUrl,
  secret,
  log,
}: {
  config: Config
  publicUrl: string
  /** the sandboxes' keys are derived from it */
  secret: string
  log: FastifyBaseLogger
}): Promise<Sandbox> {
  const folder = path.join(config.dataDir, 'sandbox')
  const mails = await MailStore.open(path.join(folder, 'mailbox'))
  const started = new AsyncDisposableStack()
  const start = async <T extends { close(): unknown }>(part: Promise<T>): Promise<T> =>
    started.adopt(await part, async running => {
      await running.close()
    })
  try {
    const smtp = await start(startSmtpSink({ store: mails, log }))
    const redirectUri = `${publicUrl}/api/auth/callback/sandbox`
    const google = await start(
      startIssuer({ folder: path.join(folder, 'google'), publicUrl, redirectUri, log }),
    )
    const stripe = config.stripe
      ? null
      : await start(startStripe({ folder: path.join(folder, 'stripe'), publicUrl, secret, log }))
    // Card payments alone don't cover payouts for views; as at Stripe, the account has to be topped up.
    if (stripe?.state.count('balance_transaction') === 0) stripe.setBalance(startingBalanceCents)
    const social = await startPlatforms(config.platforms, { folder, log })
    started.defer(() => closePlatforms(social))
    const parts = partsOf(config, {
      publicUrl,
      oidcIssuer: google.issuer,
      smtpUrl: smtp.url,
      stripeUrl: stripe?.url,
      social,
    })
    return {
      oidcIssuer: google.issuer,
      clientId: google.clientId,
      clientSecret: google.clientSecret,
      smtpUrl: smtp.url,
      mails,
      social,
      stripe: stripe && {
        ...settingsFor(stripe, '/sandbox/stripe/v3'),
        control: stripe,
      },
      routes(app) {
        sandboxRoutes(app, { mails, parts })
        stripe?.routes(app)
      },
      close: () => started.disposeAsync(),
    }
  } catch (error) {
    // Parts that already started would keep their ports.
    await started.disposeAsync()
    throw error
  }
}
