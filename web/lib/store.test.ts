import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('a store notifies its subscribers of each change until they unsubscribe', () => {
  const store = createStore('one')
  const seen: string[] = []
  const leave = store.subscribe(() => seen.push(store.get()))
  store.set('two')
  store.set('three')
  leave()
  store.set('four')
  expect(seen).toEqual(['two', 'three'])
  expect(store.get()).toBe('four')
  expect(store.initial).toBe('one')
})
