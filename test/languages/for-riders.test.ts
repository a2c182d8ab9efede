import { expect, test } from 'vitest'
import type { PayoutSummary } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { saveCountry } from '#server/payouts/countries.ts'
import { startTestServer } from '../harness/server.ts'
import { rider } from '../money/flow-setup.ts'

test("what a rider reads about the next payout is in the reader's language", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { client, id } = await rider(server)
  const read = async (language: string) => {
    const headers = { 'accept-language': language }
    const summary = await client.json<PayoutSummary>(api.payoutSummary, { headers })
    return [summary.requestRefusal, summary.nextPayoutNote, summary.destination.message]
  }
  expect(await read('es-MX')).toEqual([
    'Tu saldo de USD\u00a00.00 todavía no llega a tu mínimo de USD\u00a050.00.',
    'Se paga cada mes cuando tu saldo llega a USD\u00a050.00 y ya indicaste a dónde va.',
    'Indica a dónde va tu dinero: Stripe te pide tu nombre y tu cuenta bancaria.',
  ])
  expect(await read('en')).toEqual([
    "Your balance of $0.00 hasn't reached your threshold of $50.00 yet.",
    'Paid monthly once your balance has reached $50.00 and you have said where it should go.',
    'Say where your money should go: Stripe asks for your name and bank account.',
  ])
  await saveCountry(server.deps.db, id, { country: 'AR', refused: true, now: new Date() })
  const [, , byHand] = await read('es-MX')
  expect(byHand).toMatch(/^Stripe todavía no puede pagar .* \(Argentina\), así que nuestro equipo/)
  expect((await read('en'))[2]).toMatch(/^Stripe can't pay to bank accounts in Argentina for us yet/)
})
