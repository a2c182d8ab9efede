import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { channelKinds } from '#contract/publishing/constants.ts'
import { type Node, nameOf, nodesOf } from '#test/harness/syntax.ts'
import { nodeVersion } from '../../scripts/setup.mjs'

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

test.each(channelKinds)('%s.md names every scope that we request', async kind => {
  const { scopes }: { scopes: readonly string[] } = await import(
    path.join(root, `server/platforms/${kind}/connector.ts`)
  )
  const { text } = guides.find(one => one.name === `${kind}.md`) ?? { text: '' }
  expect(scopes.filter(scope => !text.includes(`\`${scope.split('/').at(-1)}\``))).toEqual([])
})

test('guides name the Node that the first start installs', () => {
  const named = guides.flatMap(({ text }) => [...text.matchAll(/\.runtime\/node-([\d.]+)\//g)].map(m => m[1]))
  expect(named).not.toEqual([])
  expect(named.filter(one => one !== nodeVersion)).toEqual([])
})

test.each(channelKinds)('%s.md has every step that vendors:check names', vendor => {
  const steps = [...nodesOf(`server/platforms/${vendor}/check.ts`)]
    .filter(({ callee }) => nameOf(callee) === 'guide')
    .map(call => (call.arguments as Node[])[0]?.value)
  expect(steps).not.toEqual([])
  const text = guides.find(({ name }) => name === `${vendor}.md`)?.text.split('## Go live')[1] ?? ''
  expect(steps.filter(step => !new RegExp(`^${step}\\. `, 'm').test(text))).toEqual([])
})

test('every step at a vendor cites an https page', () => {
  const vendors = ['google', 'stripe', 'smtp', ...channelKinds].map(name => `${name}.md`)
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
