import { expect, test } from 'vitest'
import { routes } from '../routes.ts'
import { type Endpoint, endpoints } from './index.ts'

const declared: [string, Endpoint][] = Object.entries(endpoints)

test('every call has an address, and every address has a call', () => {
  expect(Object.keys(endpoints).sort()).toEqual(Object.keys(routes).sort())
  const addresses = Object.values(routes).map(route => route.replace(/\{\w+\}/g, '{}'))
  expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([])
})

test('every path parameter has a schema, and every schema has a parameter', () => {
  const wrong = declared.filter(([name, { params }]) => {
    const inAddress = [...routes[name as keyof typeof routes].matchAll(/\{(\w+)\}/g)].map(match => match[1])
    return inAddress.join() !== Object.keys(params?.shape ?? {}).join()
  })
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('every call has a one-sentence description', () => {
  const wrong = declared.filter(([, { summary }]) => !/^[A-Z].{9,}[^.]$/.test(summary))
  expect(wrong.map(([name]) => name)).toEqual([])
})
