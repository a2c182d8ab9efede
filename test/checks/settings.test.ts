import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { environment, readConfig } from '#server/core/settings/config.ts'

const root = path.resolve(import.meta.dirname, '../..')
const example = readFileSync(path.join(root, '.env.example'), 'utf8')
const given = Object.fromEntries(
  example
    .split('\n')
    .filter(line => /^[A-Z]/.test(line))
    .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
)

test('.env.example lists exactly the existing settings, with their defaults', () => {
  expect(Object.keys(given).sort()).toEqual(Object.keys(environment.shape).sort())
  expect(readConfig(given)).toEqual(readConfig({}))
})

test('only entry points read the environment', () => {
  const readers = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter(name => /process\.env\b/.test(readFileSync(path.join(root, 'server', name), 'utf8')))
  // embedded.ts passes the whole environment to initdb without reading it; jail.ts looks for ffmpeg in
  // PATH.
  expect(readers.sort()).toEqual(['core/db/embedded.ts', 'core/media/jail.ts', 'main.ts'])
})
