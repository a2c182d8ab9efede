import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type ColumnOwner, columnOwners, ownerStores } from '#server/videos/columns.ts'
import { sources } from '#test/harness/imports.ts'

const root = path.resolve(import.meta.dirname, '../..')
const owners: Record<string, ColumnOwner> = columnOwners
const shared = ['updated_at']

/** The property names of the object literal that starts at `start`, without those of nested objects. */
function keysAt(text: string, start: number): string[] {
  const keys: string[] = []
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const letter = text[at] as string
    if ('([{'.includes(letter)) depth++
    if (')]}'.includes(letter) && --depth === 0) break
    const key = depth === 1 && /^[{,]\s*([\w.]+)/.exec(text.slice(at))?.[1]
    if (key) keys.push(key)
  }
  return keys
}

/**
 * Every place where a file writes video columns that another module owns, one line for each column or call.
 */
function strangersIn(file: string, text: string): string[] {
  const found: string[] = []
  const say = (what: string) => found.push(`${file}: ${what}`)
  const mine = (column: string) =>
    shared.includes(column) || ownerStores[owners[column] as ColumnOwner] === file

  for (const [, owner] of text.matchAll(/\bvideoWriter\('(\w+)'\)/g))
    if (ownerStores[owner as ColumnOwner] !== file) say(`writes as ${owner}`)
  if (/insertInto\('videos'\)|insert into videos\b/.test(text) && file !== ownerStores.upload)
    say('inserts a video')
  for (const match of text.matchAll(/updateTable\('videos'\)/g)) {
    const set = text.indexOf('.set(', match.index) + '.set('.length
    if (text[set] !== '{') say('sets columns that cannot be read here')
    for (const column of keysAt(text, set)) if (!mine(column)) say(`sets ${column}`)
  }
  for (const [, assigned = ''] of text.matchAll(
    /update videos\b[^`]*?\bset\b([^`]*?)(?:\bfrom\b|\bwhere\b|`)/g,
  ))
    for (const [, column = ''] of assigned.matchAll(/(?:^|,)\s*(\w+)\s*=/g))
      if (!mine(column)) say(`sets ${column}`)
  return found
}

test('each column of a video is written only by its owner', () => {
  // The writer itself, which every store uses.
  const files = sources('server').filter(
    file => !file.endsWith('.test.ts') && file !== 'server/videos/columns.ts',
  )
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  expect(files.flatMap(file => strangersIn(file, read(file)))).toEqual([])
  const stores = Object.entries(ownerStores).filter(([owner]) => owner !== 'earnings')
  for (const [owner, file] of stores) expect(read(file), file).toContain(`videoWriter('${owner}')`)
})

test("finds a write to another owner's column in every notation", () => {
  const file = ownerStores.review
  const write = [
    "db.updateTable('videos').set({ hidden_at: null, ai_status: f({ views: 1 }), updated_at: now })",
    'sql`update videos set hidden_at = null, views = 3 where id = 1`',
    "db.insertInto('videos').values({})",
    "videoWriter('upload')",
    "db.updateTable('videos').set(change)",
  ]
  expect(strangersIn(file, write.join('\n')).map(line => line.slice(file.length + 2))).toEqual([
    'writes as upload',
    'inserts a video',
    'sets ai_status',
    'sets columns that cannot be read here',
    'sets views',
  ])
})
