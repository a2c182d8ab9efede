import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Unpublished, unpublished } from '#sandbox/stripe/published/report.ts'

/**
 * Answers and events of the sandbox Stripe that don't match what Stripe publishes: any of them fails the
 * test.
 */
const found: string[] = []
const note = (message: unknown) => {
  const { what, problems } = message as Unpublished
  found.push(...problems.map(problem => `${what}: ${problem}`))
}
beforeAll(() => unpublished.subscribe(note))
afterAll(() => void unpublished.unsubscribe(note))
afterEach(() => expect([...new Set(found.splice(0))]).toEqual([]))
