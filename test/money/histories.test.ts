import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultsOf } from '#test/harness/money.ts'
import { type Happened, modelOf } from './model.ts'
import { moneyWorld } from './stage.ts'
import { personIn } from './world.ts'

/** How many histories: a share by default, MONEY_HISTORIES=10000 for the full proof. */
const histories = Number(process.env.MONEY_HISTORIES ?? 100)

const counted = (verb: string) =>
  fc.tuple(fc.constantFrom('a', 'b'), fc.nat(5000)).map(([video, views]) => `${verb} ${video} ${views}`)
const amount = fc.oneof(fc.constant('all'), fc.integer({ min: 1, max: 3000 }).map(String))
const step = fc.oneof(
  { weight: 7, arbitrary: counted('count') },
  { weight: 2, arbitrary: counted('late') },
  { weight: 3, arbitrary: fc.constantFrom('buy premium', 'buy pro') },
  { weight: 2, arbitrary: fc.constantFrom('upgrade', 'downgrade', 'downgrade', 'cancel', 'bounce') },
  { weight: 2, arbitrary: amount.map(cents => `refund ${cents}`) },
  { weight: 2, arbitrary: fc.constantFrom('dispute', 'win', 'lose') },
  { weight: 1, arbitrary: fc.constantFrom('suspend', 'resume', 'resume') },
  { weight: 3, arbitrary: fc.constant('payout') },
  { weight: 1, arbitrary: amount.map(cents => `reverse ${cents}`) },
  { weight: 1, arbitrary: fc.constant('forgive') },
)

/** Steps that rarely follow each other by chance. */
const short = [
  ['dispute', 'win'],
  ['dispute', 'lose'],
  ['payout', 'reverse 700'],
  ['count a 4000', 'payout', 'count a 2000', 'forgive', 'count a 5000'],
]
const long = [
  ['count a 4000', 'late a 3000', 'count a 2000'],
  ['buy premium', 'count b 3000', 'refund all'],
  ['buy pro', 'downgrade', 'count a 2500', 'refund all', 'buy premium', 'count a 3500'],
  ['buy pro', 'downgrade', 'cancel', 'buy premium', 'count b 3000', 'refund all', 'count b 4000'],
  ['buy pro', 'refund 500', 'downgrade', 'refund 800', 'bounce', 'count a 3000'],
  ['buy pro', 'downgrade', 'dispute', 'cancel', 'buy premium', 'count a 2000', 'lose', 'count a 3000'],
  ['buy pro', 'downgrade', 'upgrade', 'downgrade', 'dispute', 'win', 'refund 1200', 'upgrade'],
  ['buy premium', 'count a 2000', 'upgrade', 'count a 4000', 'refund all', 'late a 4500'],
]
const part = fc.oneof(
  { weight: 9, arbitrary: step.map(one => [one]) },
  { weight: 1, arbitrary: fc.constantFrom(...short) },
  { weight: 1, arbitrary: fc.constantFrom(...long) },
)
/** Each of them once in every world, so that every movement of the ledger occurs. */
const examples = [
  ...short.map(steps => [['buy pro', 'count a 4000'], steps]),
  ...long.map(steps => [steps]),
].map((parts): [string[][]] => [parts])

const seen = new Set<string>()
const movements = [
  ...['view_correction', 'premium_view_correction', 'premium_view_refunded', 'view_repriced'],
  ...['premium_view_repriced', 'payout_completed', 'payout_returned', 'subscription_refund'],
  ...['dispute_withdrawn', 'dispute_fee', 'dispute_reinstated', 'dispute_lost', 'transfer_returned'],
  'balance_written_off',
  ...['refund_failed', 'credit_moved', 'credit_taken_back'],
]

/**
 * A separate world for each batch: its sandbox Stripe scans all objects for many answers, so it slows as it
 * fills.
 */
const perWorld = 100
const worlds = Array.from({ length: Math.ceil(histories / perWorld) }, (_, index) => ({
  world: index + 1,
  histories: Math.min(perWorld, histories - index * perWorld),
}))

test.each(worlds)(
  'after any sequence of events, the ledger matches an independent model to the millionth (world $world)',
  { timeout: 60_000 + perWorld * 3000 },
  async ({ histories }) => {
    const world = await moneyWorld()
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 2, maxLength: 7 }), async parts => {
        const person = await personIn(world, 0.3333)
        const history: Happened[] = []
        for (const one of parts.flat()) history.push(await person.perform(one))
        expect(await person.book()).toEqual(modelOf(history, 16_666))
      }),
      { numRuns: Math.max(histories, examples.length), examples, endOnFailure: histories >= perWorld },
    )
    const entries = await world.db.selectFrom('ledger_entries').select('type').distinct().execute()
    for (const { type } of entries) seen.add(type)
    // The trial balance is zero, clearing and reserves match what is open, and every other rule of the check
    // holds.
    expect(await faultsOf(world.db)).toEqual([])
  },
)

test('every movement of the ledger occurs in them', () => {
  expect([...seen]).toEqual(expect.arrayContaining(movements))
})
