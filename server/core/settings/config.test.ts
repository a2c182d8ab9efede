import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  MODE: 'production',
  PAYOUT_METHOD: 'manual',
  SECRET: '7f3b09d1c5e24a8896b0fd17e2a4c350',
  DATABASE_URL: 'postgres://db.trailcut.app/trailcut',
  PUBLIC_URL: 'https://rides.trailcut.app/',
  SMTP_URL: 'smtps://mail.trailcut.app',
  MAIL_FROM: 'Trailcut <hello@trailcut.app>',
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
    expect(readConfig(production).publicUrl).toBe('https://rides.trailcut.app')
    expect(() => readConfig({ ...production, [name]: '' })).toThrow(ConfigError)
  },
)

test('production refuses a short secret', () => {
  expect(() => readConfig({ ...production, SECRET: 'secret' })).toThrow(/32/)
})

const live = {
  STRIPE_SECRET_KEY: `sk_live_${'a1B2'.repeat(6)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_live_${'a1B2'.repeat(6)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'a1B2'.repeat(8)}`,
  STRIPE_PRICE_PREMIUM: 'price_1Premium00',
  STRIPE_PRICE_PRO: 'price_1Pro000000',
}

const unreal: [name: string, ...values: string[]][] = [
  [
    'STRIPE_SECRET_KEY',
    `sk_test_${'a1B2'.repeat(6)}`,
    `rk_test_${'a1B2'.repeat(6)}`,
    'sk_live_1',
    live.STRIPE_PUBLISHABLE_KEY,
  ],
  ['STRIPE_PUBLISHABLE_KEY', `pk_test_${'a1B2'.repeat(6)}`, live.STRIPE_SECRET_KEY],
  ['STRIPE_WEBHOOK_SECRET', 'x', 'whsec_', 'whsec_x'],
  ['STRIPE_THIN_WEBHOOK_SECRET', 'x'],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', 'whsec_'],
  ['STRIPE_PRICE_PREMIUM', 'x'],
  ['STRIPE_PRICE_PRO', 'prod_1Pro000000'],
  [
    'SMTP_URL',
    'smtp://user:word@mail.trailcut.app:587',
    'smtp://user:word@mail.trailcut.app:587?requireTLS=false',
    'smtp://user:word@mail.trailcut.app:587?requireTLS=true&requireTLS=false',
    'smtp://user:word@mail.trailcut.app:587?requireTLS=true&ignoreTLS=true',
    'smtps://user:word@mail.trailcut.app?tls.rejectUnauthorized=false',
    'smtps://user:word@mail.trailcut.app?secure=false',
    'smtps://mail.example.com',
    'smtps://127.0.0.1',
    'https://mail.trailcut.app',
  ],
  ['MAIL_FROM', 'Trailcut <hello@trailcut.example>', 'hello@localhost', 'Trailcut'],
  [
    'PUBLIC_URL',
    'https://user:word@rides.trailcut.app',
    'https://user@rides.trailcut.app',
    'https://rides.trailcut.app/app',
    'https://rides.trailcut.app/?a=1',
    'https://rides.trailcut.app/#a',
    'https://203.0.113.7',
    'https://[2001:db8::1]',
    'https://127.0.0.1',
    'https://2130706433',
    'https://localhost',
    'https://rides.localhost',
    'https://server',
    'https://example.com',
    'https://rides.example.org',
    'https://trailcut.example',
    'https://trailcut.test',
    'https://trailcut.invalid',
    'https://trailcut.local',
    'https://trailcut.local.',
    'rides.trailcut.app',
  ],
]

test.each(unreal.flatMap(([name, ...values]) => values.map((value): [string, string] => [name, value])))(
  'production does not start with %s=%s, and says what a real one looks like',
  (name, value) => {
    const start = () => readConfig({ ...production, ...live, [name]: value })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`real settings\\. (.* )?${name}: `))
    // Settings are secrets: a refusal is read in logs.
    if (value.length > 8 && name !== 'PUBLIC_URL') expect(start).not.toThrow(value)
  },
)

test('production starts with real settings', () => {
  const thin = { STRIPE_THIN_WEBHOOK_SECRET: live.STRIPE_WEBHOOK_SECRET }
  expect(readConfig({ ...production, ...live, ...thin }).stripe?.secretKey).toBe(live.STRIPE_SECRET_KEY)
  for (const SMTP_URL of [
    'smtps://u:w@mail.trailcut.app:465',
    'smtp://u:w@mail.trailcut.app:587?requireTLS=true',
  ])
    expect(readConfig({ ...production, SMTP_URL }).smtpUrl).toBe(SMTP_URL)
})

test('a private network needs neither a public name nor an encrypted line to its mail server', () => {
  const inside = {
    ALLOW_HTTP_IN_PRIVATE_NETWORK: '1',
    PUBLIC_URL: 'http://10.0.0.7:3000',
    SMTP_URL: 'smtp://10.0.0.8',
  }
  expect(readConfig({ ...production, ...inside }).publicUrl).toBe('http://10.0.0.7:3000')
  expect(() => readConfig({ ...production, ...inside, PUBLIC_URL: 'http://10.0.0.7/app' })).toThrow(
    /PUBLIC_URL: /,
  )
  expect(() => readConfig({ ...production, ...inside, SMTP_URL: 'smtp://mail.trailcut.app' })).toThrow(
    /SMTP_URL: /,
  )
})

const password = 'correct horse battery'
test.each([
  [{}, true],
  [{ HOST: '127.0.0.1' }, true],
  [{ HOST: '127.8.9.10' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ HOST: '192.168.1.7' }, false],
  [{ HOST: '127.0.0.1.trailcut.app' }, false],
  [{ HOST: '0.0.0.0', SANDBOX_ON_NETWORK: '1' }, false],
  [{ HOST: '0.0.0.0', SANDBOX_PASSWORD: password }, false],
  [{ HOST: '0.0.0.0', SANDBOX_ON_NETWORK: '1', SANDBOX_PASSWORD: 'short' }, false],
  [{ HOST: '0.0.0.0', SANDBOX_ON_NETWORK: '1', SANDBOX_PASSWORD: password }, true],
  [{ PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
  [{ PUBLIC_URL: 'https://rides.trailcut.app' }, false],
  [{ PUBLIC_URL: 'http://192.168.1.7:3000' }, false],
  [{ PUBLIC_URL: 'rides.trailcut.app' }, false],
  [{ PUBLIC_URL: 'https://rides.trailcut.app', SANDBOX_ON_NETWORK: '1', SANDBOX_PASSWORD: password }, true],
  [{ ...production, HOST: '0.0.0.0' }, true],
] as const)('%j starts: %s', (env, starts) => {
  if (starts) expect(readConfig(env).host).toBe((env as { HOST?: string }).HOST ?? '127.0.0.1')
  else expect(() => readConfig(env)).toThrow(/SANDBOX_/)
})
