import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../../web')

/**
 * Their schemas build on each other through method calls, which no bundler can drop, so zod would be
 * included.
 */
const schemaFiles = [
  'app',
  'videos',
  'analysis',
  'audit',
  'notifications',
  'errors',
  'review',
  'learning',
  'sharing/sharing',
  'admin',
  'mail',
  'money/accounting',
  'money/earnings',
  'money/payouts',
  'publishing',
  'money/subscriptions',
]

test('the browser imports only types from contract files that would include zod', () => {
  const wrong = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .filter(name => {
      const text = readFileSync(path.join(root, name), 'utf8')
      return schemaFiles.some(file =>
        new RegExp(`import (?!type )[^;]*? from '#contract/${file}\\.ts'`).test(
          text
            .split('\n')
            .filter(line => line.includes(`#contract/${file}.ts`))
            .join('\n'),
        ),
      )
    })
  expect(wrong).toEqual([])
})

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
