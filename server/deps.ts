import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#server/core/clock.ts'
import type { Database } from '#server/core/db/database.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import type { Mailer } from '#server/core/mailer.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import type { Secrets } from '#server/core/secrets.ts'
import type { Config } from '#server/core/settings/config.ts'
import type { StripeGateway } from '#server/core/stripe.ts'

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
