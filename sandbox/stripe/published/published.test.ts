import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sandboxStripe } from '#test/harness/stripe.ts'
import { stripeShapes } from '../../../scripts/generate-stripe-shapes.ts'
import { problemsOf, unknownParameter } from './check.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')
const fixtures = JSON.parse(read('fixtures.json')) as Record<string, Record<string, unknown>>
/** Fields newer than the examples or gone from the types, and events about objects of every kind. */
const versions =
  /: missing$|invoice\.subscription:|PaymentMethodOptions has no such field$|^plan: not among the published/

test('the shapes match the pinned package', () => {
  expect(read('shapes.json')).toBe(stripeShapes())
})

test.each(Object.keys(fixtures))("the shapes accept Stripe's own example of a %s", name => {
  expect(problemsOf(fixtures[name]).filter(problem => !versions.test(problem))).toEqual([])
})

test('reports an unknown field, a missing field and a wrong type', () => {
  const { reversed, ...transfer } = fixtures.transfer as Record<string, unknown>
  expect(reversed).toBe(false)
  expect(problemsOf({ ...transfer, amount: '11.00', sum: 1100 })).toEqual([
    'transfer.sum: Transfer has no such field',
    'transfer.reversed: missing',
    'transfer.amount: string is the wrong type',
    "transfer.amount: string, Stripe's example holds number",
  ])
  expect(problemsOf({ object: 'teapot' })).toEqual(['teapot: not among the published objects'])
})

test("names the parameter that Stripe doesn't know", async () => {
  expect(unknownParameter('POST', '/v1/subscriptions', { items: [{ price: 'p' }, { prize: 'q' }] })).toBe(
    'items[1][prize]',
  )
  expect(unknownParameter('POST', '/v1/transfers', { metadata: { anything: '1' } })).toBeNull()
  const { stripe } = await sandboxStripe()
  const unknown = { code: 'parameter_unknown', param: 'mail' }
  await expect(stripe.customers.create({ mail: 'a@b.example' } as object)).rejects.toMatchObject(unknown)
  await expect(stripe.v2.core.accounts.create({ mail: 'a@b.example' } as object)).rejects.toMatchObject(
    unknown,
  )
})
