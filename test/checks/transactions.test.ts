import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../server')
const sources = globSync('**/*.ts', { cwd: root }).filter(file => !file.endsWith('.test.ts'))
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const filesWith = (pattern: RegExp) => sources.filter(file => pattern.test(textOf(file))).sort()

test('connections to PostgreSQL and transactions have one origin, which marks them and listens for errors', () => {
  expect(filesWith(/new pg\.|new (Client|Pool)\(\{|new Kysely/)).toEqual(['core/db/database.ts'])
  expect(filesWith(/startTransaction|\.connection\(\)|start transaction/)).toEqual(['core/db/database.ts'])
  // Before there is a pool.
  expect(filesWith(/query\('begin'\)/)).toEqual(['core/db/migrate.ts'])
  expect(filesWith(/inOpenTransaction\b/)).toEqual(['core/db/database.ts', 'core/db/slow-calls.ts'])
})

test('what talks to other machines refuses to in a transaction', () => {
  const doors = {
    "from 'undici'|from 'node:https'|\\b(http|https)\\.request\\(": ['platforms/http.ts'],
    'new Stripe\\(': ['core/stripe.ts'],
    'createTransport\\(': ['core/mailer.ts'],
    'startIsolated\\(command': ['core/media/process.ts'],
  }
  for (const [pattern, files] of Object.entries(doors)) {
    expect(filesWith(new RegExp(pattern))).toEqual(files)
    for (const file of files) expect(textOf(file)).toMatch(/^ *notInTransaction\(/m)
  }
  // Both stores pass every key through checkKey, which refuses; the one that counts writes to one of them.
  const stores = filesWith(/implements ObjectStore/).filter(file => file !== 'core/objects/counted.ts')
  expect(stores).toEqual(
    filesWith(/\bcheckKey\((key|prefix)\)/).filter(file => file !== 'core/objects/store.ts'),
  )
  expect(textOf('core/objects/store.ts')).toMatch(/function checkKey[^}]*notInTransaction\(/)
})
