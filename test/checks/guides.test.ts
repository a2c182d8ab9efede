import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'docs/guides')
const guides = readdirSync(folder).map(name => ({
  name,
  text: readFileSync(path.join(folder, name), 'utf8'),
}))
const settings = new Set(
  [...readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
    m => m[1],
  ),
)

/** A privacy level of TikTok, and capabilities of Linux. */
const others = new Set(['SELF_ONLY', 'NET_ADMIN', 'SYS_ADMIN', 'SYS_PTRACE'])

test.each(guides)('$name names only existing settings, and its date', ({ text }) => {
  const named = [...text.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(m => m[1] as string)
  expect(named.filter(name => !settings.has(name) && !others.has(name))).toEqual([])
  expect(text).toMatch(/^Written on \d{4}-\d\d-\d\d\./m)
})

test.each([
  ['youtube.md', 'server/platforms/youtube/connector.ts', /'(youtube\.[a-z-]+)'/g],
  ['tiktok.md', 'server/platforms/tiktok/connector.ts', /'((?:user|video)\.[a-z.]+)'/g],
  ['facebook.md', 'server/platforms/facebook/connector.ts', /'((?:pages_|read_)[a-z_]+)'/g],
])('%s names every scope that we request', (guide, file, pattern) => {
  const source = readFileSync(path.join(root, file), 'utf8')
  const scopes = /const scopes = \[([^\]]*)\]/.exec(source)?.[1] ?? ''
  const asked = [...scopes.matchAll(pattern)].map(m => m[1] as string)
  expect(asked).not.toEqual([])
  const { text } = guides.find(one => one.name === guide) ?? { text: '' }
  expect(asked.filter(scope => !text.includes(`\`${scope}\``))).toEqual([])
})

test('guides name the Node that the first start installs', () => {
  const setup = readFileSync(path.join(root, 'scripts/setup.mjs'), 'utf8')
  const version = /^const nodeVersion = '([\d.]+)'$/m.exec(setup)?.[1]
  const named = guides.flatMap(({ text }) => [...text.matchAll(/\.runtime\/node-([\d.]+)\//g)].map(m => m[1]))
  expect(named).not.toEqual([])
  expect(named.filter(one => one !== version)).toEqual([])
})

test.each(['youtube', 'tiktok', 'facebook'])('%s.md has every step that vendors:check names', vendor => {
  const source = readFileSync(path.join(root, `server/platforms/${vendor}/check.ts`), 'utf8')
  const steps = [...source.matchAll(/\bguide\((\d+)\)/g)].map(m => m[1] as string)
  expect(steps).not.toEqual([])
  const text = guides.find(({ name }) => name === `${vendor}.md`)?.text.split('## Go live')[1] ?? ''
  expect(steps.filter(step => !new RegExp(`^${step}\\. `, 'm').test(text))).toEqual([])
})

test('every step at a vendor cites an https page', () => {
  const vendors = ['google.md', 'stripe.md', 'youtube.md', 'tiktok.md', 'facebook.md', 'smtp.md']
  const ours = /^\d+\. \*\*(Settings|Staff|Try it|Check|Channel)\b/
  const without = guides
    .filter(({ name }) => vendors.includes(name))
    .flatMap(({ name, text }) =>
      text
        .split('\n')
        .filter(line => /^\d+\. \*\*/.test(line) && !ours.test(line) && !/\]\(https:\/\//.test(line))
        .map(line => `${name}: ${line.slice(0, 60)}`),
    )
  expect(without).toEqual([])
})

test('stripe.md names every event listed in docs/money.md', () => {
  const money = readFileSync(path.join(root, 'docs/money.md'), 'utf8')
  const line = money.split('\n').find(one => one.startsWith('The webhook endpoint at Stripe needs')) ?? ''
  const events = [...line.matchAll(/`([a-z][a-z0-9_.[\]*]+)`/g)].map(m =>
    (m[1] as string).replace(/\.\*$/, ''),
  )
  expect(events).not.toEqual([])
  const stripe = guides.find(one => one.name === 'stripe.md')?.text ?? ''
  expect(events.filter(event => !stripe.includes(`\`${event}\``))).toEqual([])
})
