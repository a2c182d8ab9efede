import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { BillingAddress } from '#contract/money/subscriptions.ts'
import { json } from '#server/core/db/json.ts'
import { recordViews } from '#server/earnings/index.ts'
import { handleEvent } from '#server/stripe-events/events.ts'
import { createSubscription } from '#server/subscriptions/subscribe.ts'
import { testDatabase } from '#test/harness/database.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { actorOf, makeCreator, sampleOf, silentStripe } from '#test/harness/money.ts'

/**
 * Plans on a Stripe that sends no webhooks; its events are delivered manually, at its time.
 * @param address where subscribers are billed, with tax added; undefined: plans are sold without tax
 */
export async function plansByHand(address?: BillingAddress) {
  const { db } = await testDatabase()
  const { sandbox, stripe } = await silentStripe({ automaticTax: address !== undefined })
  const clock = { now: () => new Date(sandbox.state.now() * 1000) }
  const deps = { db, jobs: noJobs(), stripe, clock, log: pino({ level: 'silent' }) }
  /** A subscriber whose plan was paid with this card; no event has arrived yet. */
  const subscriber = async (card = 'pm_card_visa', price = stripe.prices.premium) => {
    const userId = await makeCreator(db)
    const made = await createSubscription(deps, actorOf(userId), price, address)
    const intent = made.clientSecret.split('_secret_')[0] as string
    await stripe.client.paymentIntents.confirm(intent, { payment_method: card })
    return { userId, intent }
  }
  // What funded the account came before.
  const opened = sandbox.state.count('event')
  let delivered = opened
  /** Delivers the events since the last call, or all of them again. */
  const deliver = async ({ again = false, backwards = false } = {}) => {
    const events = sandbox.state.all('event').slice(again ? opened : delivered)
    delivered = sandbox.state.count('event')
    for (const event of backwards ? events.reverse() : events) {
      await db
        .insertInto('stripe_events')
        .values({ id: event.id, type: event.type, payload: json(event) })
        .onConflict(c => c.column('id').doUpdateSet({ processed_at: null }))
        .execute()
      await handleEvent(deps, event.id)
    }
  }
  const videoId = randomUUID()
  /**
   * A platform counts this many views of the person's video. @returns nothing; the earnings are in the ledger
   */
  const count = (userId: string, views: number, sampledAt = clock.now(), video = videoId) =>
    db
      .transaction()
      .execute(tx => recordViews(tx, clock.now(), [sampleOf({ userId, videoId: video, views, sampledAt })]))
  return { db, sandbox, stripe, client: stripe.client, clock, deps, subscriber, deliver, count }
}
