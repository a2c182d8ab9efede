import type { Queryable } from '#server/core/db/database.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { StripeGateway } from '#server/core/stripe.ts'
import { customerOf, saveCustomer } from './store.ts'

/** A person's Stripe customer, created if missing. @returns its id */
export async function ensureCustomer(
  db: Queryable,
  { client }: StripeGateway,
  actor: Pick<Actor, 'id' | 'email'>,
): Promise<string> {
  const known = await customerOf(db, actor.id)
  if (known) return known
  const customer = await client.customers.create(
    { email: actor.email, metadata: { userId: actor.id } },
    { idempotencyKey: `customer:${actor.id}` },
  )
  await saveCustomer(db, actor.id, customer.id)
  return customer.id
}
