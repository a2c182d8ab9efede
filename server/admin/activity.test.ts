import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { decisionKinds } from '#contract/review.ts'
import { deedText } from './activity.ts'

test('sentences for the audit log', () => {
  const text = (action: string, before: unknown, after: unknown) =>
    deedText({ action, before, after }, "'Mud day'", 'en')
  expect(text('video.status', { status: 'draft' }, { status: 'approved' })).toBe(
    "changed the status of 'Mud day' from under review to approved",
  )
  expect(deedText({ action: 'user.role', before: {}, after: { role: 'admin' } }, 'Sam Rivers', 'en')).toBe(
    'made Sam Rivers an admin',
  )
  expect(deedText({ action: 'something.new', before: null, after: null }, 'payout 7', 'en')).toBe(
    'something new: payout 7',
  )
})

test('everything recorded has a sentence', () => {
  const folder = path.resolve(import.meta.dirname, '..')
  const recorded = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).flatMap(file => {
    const lines = readFileSync(path.join(folder, file), 'utf8').split('\n')
    return lines
      .filter(line => /\baction: |\bnote\(tx, |decide\(deps, by, payoutId, /.test(line))
      .flatMap(line => [...line.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(match => match[1] as string))
  })
  expect(recorded.length).toBeGreaterThan(40)
  const decisions = decisionKinds.map(kind => `video.${kind}`)
  const wordless = [...recorded, ...decisions].filter(action =>
    deedText({ action, before: {}, after: {} }, 'it', 'en').startsWith(action.replace(/[._]/g, ' ')),
  )
  expect(wordless).toEqual([])
})
