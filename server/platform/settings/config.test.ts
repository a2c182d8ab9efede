import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  MODE: 'production',
  PAYOUT_METHOD: 'manual',
  SECRET: '7f3b09d1c5e24a8896b0fd17e2a4c350',
  DATABASE_URL: 'postgres://db.example/trailcut',
  PUBLIC_URL: 'https://trailcut.example/',
  SMTP_URL: 'smtps://mail.example',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
}

test('nothing needs to be set in sandbox mode', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'sandbox',
    port: 3000,
    role: 'all',
    maxUploadBytes: 524_288_000,
  })
})

test('a wrong setting is named', () => {
  expect(() => readConfig({ PORT: '70000' })).toThrow(/PORT/)
  expect(() => readConfig({ ROLE: 'boss' })).toThrow(/ROLE/)
})

test.each(Object.keys(production).filter(name => name !== 'MODE'))(
  'production does not start without %s',
  name => {
    expect(readConfig(production).publicUrl).toBe('https://trailcut.example')
    expect(() => readConfig({ ...production, [name]: '' })).toThrow(ConfigError)
  },
)

test('production refuses a short secret', () => {
  expect(() => readConfig({ ...production, SECRET: 'secret' })).toThrow(/32/)
})
