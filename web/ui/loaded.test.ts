import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Loaded, type QueryState, together } from './loaded.tsx'

const of = <T>(
  data: T | undefined,
  error: Error | null = null,
  refetch: () => unknown = () => undefined,
) => ({
  data,
  error,
  refetch,
})
const shown = (query: QueryState<string[]>, more: Partial<Parameters<typeof Loaded<string[]>>[0]> = {}) =>
  renderToStaticMarkup(
    Loaded({
      query,
      skeleton: 'skeleton',
      failed: () => 'failed ',
      empty: 'empty',
      children: data => data.join(),
      ...more,
    }),
  )
const broken = new TypeError('Failed to fetch')

describe('a query', () => {
  test('shows a skeleton until it has data or an error', () => expect(shown(of(undefined))).toBe('skeleton'))
  test('shows an error with a way to retry', () => {
    expect(shown(of(undefined, broken))).toBe('failed ')
    const markup = shown(of(undefined, broken), { failed: 'The list could not be loaded' })
    expect(markup).toContain('The list could not be loaded')
    expect(markup).toContain('Try again')
  })
  test('shows an empty state or its data', () => {
    expect(shown(of([]))).toBe('empty')
    expect(shown(of(['one', 'two']))).toBe('one,two')
    expect(shown(of(['one']), { isEmpty: () => true })).toBe('empty')
    expect(shown(of([]), { empty: undefined, children: () => 'no rows' })).toBe('no rows')
  })
  test('shows the error of a later refetch only where the page asks for it', () => {
    expect(shown(of(['one'], broken))).toBe('one')
    expect(shown(of(['one'], broken), { lateError: 'above' })).toBe('failed one')
    expect(shown(of(['one'], broken), { lateError: 'instead' })).toBe('failed ')
  })
})

test('two queries are shown together, and a retry refetches the failed one', () => {
  const tried: string[] = []
  const failing = of<number>(undefined, broken, () => tried.push('second'))
  expect(together(of('a'), of(1)).data).toEqual(['a', 1])
  expect(together(of('a'), of<number>(undefined)).data).toBeUndefined()
  const both = together(of('a'), failing)
  both.refetch()
  expect([both.error, tried]).toEqual([broken, ['second']])
})
