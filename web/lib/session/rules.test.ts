import { expect, test } from 'vitest'
import { mayStartSignIn } from './rules.ts'

test.each([
  ['https://trailcut.example', 'https://trailcut.example', true],
  ['http://localhost:3000', 'http://127.0.0.1:3000', true],
  ['http://[::1]:3000', 'http://localhost:3000', true],
  ['http://localhost:3000', 'http://127.0.0.1:4000', false],
  ['http://192.168.1.20:3000', 'http://127.0.0.1:3000', false],
  ['https://www.trailcut.example', 'https://trailcut.example', false],
  ['http://trailcut.example', 'https://trailcut.example', false],
])('a sign-in from %s where the provider knows %s: %s', (here, known, may) => {
  expect(mayStartSignIn(here, known)).toBe(may)
})
