import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A cast through `unknown`, or to `never`, outside comments. */
const cast = /^(?!\s*(?:\/\/|\*|\/\*)).*?\bas (?:unknown as|never)\b/

/** Files with such casts; each has a comment that explains why there is no alternative. */
const allowed = ['web/service-worker/scope.ts', 'sandbox/stripe/published/whole.ts']

test('no type is cast past the compiler', () => {
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
