import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Mutation {
  kind: string
  file: string
  from: string
  to: string
  tests?: string[]
  browser?: string[]
}
const mutations = JSON.parse(readFileSync('test/mutations.json', 'utf8')) as Mutation[]

test('every mutation changes exactly one place in the code and names existing tests', () => {
  const wrong = mutations.flatMap(({ file, from, to, tests = [], browser = [] }) => {
    const places = readFileSync(file, 'utf8').split(from).length - 1
    const missing = tests.filter(path => !existsSync(path))
    return [
      ...(places === 1 && from !== to ? [] : [`${file} holds “${from}” ${places} times`]),
      ...(tests.length + browser.length ? [] : [`${file}: no test is named`]),
      ...missing.map(path => `${path} does not exist`),
    ]
  })
  expect(wrong).toEqual([])
})
