import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { dismissToast, shownToast } from '../toast.ts'
import { ApiError } from './api.ts'
import { type Action, actionOptions } from './use-action.ts'

const refusal = new ApiError(409, JSON.stringify({ message: 'Somebody else was faster.' }), '')
const refuse = (error: Error) => () => Promise.reject(error)

/** Runs an action beside three cached queries. @returns the toast it shows, and which queries it refetches */
async function run<Answer>(action: Action<Answer, string>) {
  const queries = new QueryClient()
  for (const path of ['/api/list', '/api/list/1', '/api/other']) queries.setQueryData([path], 'answer')
  const before = shownToast()
  if (before) dismissToast(before.id)
  await new MutationObserver(queries, actionOptions(queries, action)).mutate('input').catch(() => undefined)
  const told = shownToast()
  const again = queries
    .getQueryCache()
    .findAll({ predicate: query => query.state.isInvalidated })
    .map(query => query.queryKey[0])
  return { told, again }
}

describe('an action that succeeds', () => {
  const mutationFn = async (input: string) => `${input}!`
  test('shows its toast and refetches what it changed', async () => {
    const { told, again } = await run({ mutationFn, done: { title: 'Saved' }, refresh: ['/api/list'] })
    expect(told).toMatchObject({ title: 'Saved' })
    expect(again).toEqual(['/api/list'])
  })
  test('makes its toast from the answer, after the page has reacted', async () => {
    const order: string[] = []
    const { told, again } = await run({
      mutationFn,
      onDone: answer => order.push(`done ${answer}`),
      done: (answer, input) => ({ title: `${order.join()} of ${input}: ${answer}` }),
      refresh: input => [`/api/${input === 'input' ? 'other' : 'list'}`],
    })
    expect(told?.title).toBe('done input! of input: input!')
    expect(again).toEqual(['/api/other'])
  })
})

describe('an action that fails', () => {
  const failed = { title: 'Not saved', otherwise: 'Try again.' }
  test("shows the server's sentence, or the fallback where there is none", async () => {
    const refused = await run({ mutationFn: refuse(refusal), failed })
    expect(refused.told).toMatchObject({
      title: 'Not saved',
      description: 'Somebody else was faster.',
      variant: 'destructive',
    })
    const offline = await run({ mutationFn: refuse(new TypeError('Failed to fetch')), failed })
    expect(offline.told?.description).toBe('Try again.')
  })
  test('shows a fixed toast', async () => {
    const { told } = await run({
      mutationFn: refuse(refusal),
      failed: { title: 'Error', description: 'Failed to update' },
    })
    expect(told).toMatchObject({ title: 'Error', description: 'Failed to update' })
  })
  test('shows no toast for a lost session, or where the page shows the failure itself', async () => {
    const lost = new ApiError(401, JSON.stringify({ message: 'Unauthorized' }), 'Unauthorized')
    expect((await run({ mutationFn: refuse(lost), failed })).told).toBeNull()
    expect((await run({ mutationFn: refuse(refusal), failed: () => null })).told).toBeNull()
  })
  test('refetches only if someone else may have changed the data first', async () => {
    const refresh = ['/api/other']
    expect((await run({ mutationFn: refuse(refusal), refresh })).again).toEqual([])
    expect((await run({ mutationFn: refuse(refusal), refresh, refreshOn: 'settled' })).again).toEqual(refresh)
  })
  test('rolls back what it showed before the answer', async () => {
    const shown: string[] = []
    const optimistic = async (input: string) => {
      shown.push(input)
      return () => void shown.pop()
    }
    await run({ mutationFn: async () => undefined, optimistic })
    expect(shown).toEqual(['input'])
    await run({ mutationFn: refuse(refusal), optimistic, onFailed: () => shown.push('told') })
    expect(shown).toEqual(['input', 'told'])
  })
})
