import { stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '#test/media/make.ts'
import { loadOrCreateSecret, secretsFrom } from './secrets.ts'

test('the first start creates a lasting secret, readable only by its owner', async () => {
  const folder = path.join(await scratchFolder(), 'data')
  const secret = await loadOrCreateSecret(folder)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(await loadOrCreateSecret(folder)).toBe(secret)
  expect((await stat(path.join(folder, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await loadOrCreateSecret(await scratchFolder())).not.toBe(secret)
})

test('each purpose has its own key, and a signature is valid only for its purpose and text', () => {
  const secrets = secretsFrom('master')
  expect(secrets.key('a')).not.toBe(secrets.key('b'))
  expect(secretsFrom('another').key('a')).not.toBe(secrets.key('a'))
  const signature = secrets.sign('a', 'text')
  expect(secrets.verify('a', 'text', signature)).toBe(true)
  for (const [purpose, text, given] of [
    ['b', 'text', signature],
    ['a', 'Text', signature],
    ['a', 'text', ''],
    ['a', 'text', `${signature}A`],
  ] as const)
    expect(secrets.verify(purpose, text, given)).toBe(false)
})
