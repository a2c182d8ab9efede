import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { plannedColumns, platformFacts } from '#contract/platforms/index.ts'
import { sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Short names would match in any text; the folders and lists of those platforms are still checked. */
const named = [
  ...platformFacts.flatMap(({ id, channel }) => [id, channel.kind, channel.name]),
  ...plannedColumns.map(({ name }) => name),
].filter(name => name.length > 2)
const vendor = new RegExp([...new Set(named)].join('|'), 'gi')

/** A platform's own files. */
const homes = platformFacts.flatMap(({ id }) => {
  const name = id.replaceAll('_', '-')
  return [`server/platforms/${name}/`, `contract/platforms/${name}.ts`]
})
/** Where every platform is listed once, and its settings. */
const lists = [
  'contract/platforms/index.ts',
  'server/platforms/registry.ts',
  'server/core/settings/platform-settings.ts',
]
/** Where the contract's fields for the two sets of texts are declared, written and read. */
const withTextFields = [
  'contract/analysis.ts',
  'contract/platforms/limits.ts',
  'contract/review.ts',
  'server/analysis/model-writer/rules.ts',
  'server/analysis/texts/index.ts',
  'server/review/list-videos.ts',
]
const textFields =
  /\b(?:ai(?:Youtube|Tiktok)Metadata|(?:youtube|tiktok)Texts|(?:youtube|tiktok)\??:)|\.(?:youtube|tiktok)\b/g

const isTest = (file: string) => /(\.test\.tsx?|\/testing\.ts)$/.test(file)

test('no platform is named outside its own folder and the lists', () => {
  const wrong = ['contract', 'server', 'web']
    .flatMap(sources)
    .filter(file => !isTest(file) && !lists.includes(file) && !homes.some(home => file.startsWith(home)))
    .flatMap(file => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const left = withTextFields.includes(file) ? text.replaceAll(textFields, '') : text
      return left
        .split('\n')
        .flatMap((line, at) => (line.match(vendor) ? [`${file}:${at + 1} ${line.trim()}`] : []))
    })
  expect(wrong).toEqual([])
})

test('every platform has its folder on the server and its file in the contract', () => {
  const there = [...sources('server'), ...sources('contract')]
  expect(homes.filter(home => !there.some(file => file.startsWith(home)))).toEqual([])
})
