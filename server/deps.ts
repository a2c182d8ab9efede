import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { ObjectStore } from '#server/platform/objects/store.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { Config } from '#server/platform/settings/config.ts'
import type { StripeGateway } from '#server/platform/stripe.ts'

/** Everything a running server is made of; built by main.ts or by the test harness. */
export interface Deps {
  config: Config
  /** The address where people reach the server, without a trailing slash. */
  publicUrl: string
  db: Database
  jobs: Jobs
  objects: ObjectStore
  mailer: Mailer
  clock: Clock
  secrets: Secrets
  /** null: this server has no Stripe account */
  stripe: StripeGateway | null
  log: FastifyBaseLogger
}
