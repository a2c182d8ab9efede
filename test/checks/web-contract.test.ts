import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../../web')

test('each address is written once, in the contract', () => {
  const literal = /['"`]\/api\//
  // Prefixes of many addresses, and base addresses passed to libraries.
  const prefixes = [
    'server/accounts/rules.ts',
    'server/accounts/sign-in/engine.ts',
    'server/platform/http/docs/api-docs.ts',
    'server/platform/http/permission.ts',
    'server/platform/http/private-answers.ts',
    'server/platform/http/web/web-app.ts',
    'server/videos/upload/tus.ts',
    'web/service-worker/rules.ts',
  ]
  const wrong = ['web', 'server']
    .flatMap(sources)
    .filter(file => !/\.test\.tsx?$/.test(file) && !prefixes.includes(file))
    .filter(file => literal.test(readFileSync(path.join(root, '..', file), 'utf8')))
  expect(wrong).toEqual([])
})
