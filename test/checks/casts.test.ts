import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A cast to `unknown` and on, or to `never`, outside of comments. */
const cast = /^(?!\s*(?:\/\/|\*|\/\*)).*?\bas (?:unknown as|never)\b/

/** Files with such casts; each says beside it why there is no other way. */
const allowed = ['web/service-worker/scope.ts', 'sandbox/stripe/published/whole.ts']

test('types are not cast past the compiler', () => {
  const folders = [
    'server',
    'web',
    'contract',
    'sandbox',
    'scripts',
    'bench',
    'test',
    'telemetry',
    'gauges',
    'db',
  ]
  const casts = folders.flatMap(sources).flatMap(file =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap(line => (cast.test(line) ? [file] : [])),
  )
  expect(casts.filter(file => file !== 'test/checks/casts.test.ts')).toEqual(allowed)
})
