import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf } from '#test/harness/money.ts'
import { type Happened, modelOf } from './model.ts'
import { moneyWorld } from './stage.ts'
import { personIn } from './world.ts'

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/money-cases.md'), 'utf8')
const micros = (dollars: string) => Math.round(Number(dollars) * 100) * 10_000

/** The rows of the table: what happens, and its result in millionths of a dollar. */
const cases = [...text.matchAll(/^\| \d+ \| `(.+?)` \| .+? \| (.+) \|$/gm)].map(
  ([, steps = '', amounts = '']) => {
    const [unpaid, arrived, payoutFees, income, processingFees, reserves, atStripe] = amounts
      .split(' | ')
      .map(micros)
    return {
      steps: steps.split(', '),
      expected: { unpaid, arrived, payoutFees, income, processingFees, reserves, atStripe },
    }
  },
)

test('the code and the model agree with the cases in docs/money-cases.md', async () => {
  expect(cases).toHaveLength(26)
  const world = await moneyWorld()
  for (const { steps, expected } of cases) {
    const person = await personIn(world, 0)
    const history: Happened[] = []
    for (const step of steps) history.push(await person.perform(step))
    expect(await person.book(), steps.join(', ')).toMatchObject(expected)
    expect(modelOf(history, 10_000), steps.join(', ')).toMatchObject(expected)
  }
  expect(await faultsOf(world.db)).toEqual([])
}, 120_000)
