import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../web')

/** Their schemas build on each other by method calls, which no bundler may leave out: zod would come along. */
const schemaFiles = [
  'app',
  'videos',
  'analysis',
  'audit',
  'notifications',
  'errors',
  'review',
  'admin',
  'mail',
  'money',
  'payouts',
  'publishing',
  'subscriptions',
]

test('the browser takes only types of the contract files that would bring zod', () => {
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
