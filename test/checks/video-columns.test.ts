import { expect, test } from 'vitest'
import { type ColumnOwner, columnOwners, ownerStores } from '#server/videos/columns.ts'
import { sources } from '#test/harness/imports.ts'
import { isNode, type Node, nameOf, nodesOf, stringIn, textOf } from '#test/harness/syntax.ts'

const owners: Record<string, ColumnOwner> = columnOwners
const shared = ['updated_at']

/** The first argument of the call of a method in a chain that begins with another call: the one of `.set(…)`. */
function argumentOf(method: string, beginning: Node, calls: readonly Node[]): unknown {
  const call = calls.find(
    ({ callee, start }) =>
      start === beginning.start &&
      isNode(callee) &&
      isNode(callee.property) &&
      callee.property.name === method,
  )
  return (call?.arguments as unknown[] | undefined)?.[0]
}

/** The names of an object's properties, if all of them are written out. */
function keysOf(object: unknown): string[] | null {
  if (!isNode(object) || object.type !== 'ObjectExpression') return null
  const properties = object.properties as Node[]
  if (properties.some(({ type, computed }) => type !== 'Property' || computed)) return null
  return properties.map(({ key }) => stringIn(key) ?? nameOf(key))
}

/**
 * Every place where a file writes video columns that another module owns, one line for each column or call.
 */
function strangersIn(file: string, text: string): string[] {
  const found: string[] = []
  const say = (what: string) => found.push(`${file}: ${what}`)
  const mine = (column: string) =>
    shared.includes(column) || ownerStores[owners[column] as ColumnOwner] === file
  const nodes = [...nodesOf(file, text)]
  const calls = nodes.filter(({ type }) => type === 'CallExpression')

  for (const call of calls) {
    const method = nameOf(call.callee).split('.').at(-1)
    const first = stringIn((call.arguments as unknown[])[0])
    if (method === 'videoWriter' && ownerStores[first as ColumnOwner] !== file) say(`writes as ${first}`)
    if (first !== 'videos') continue
    if (method === 'insertInto' && file !== ownerStores.upload) say('inserts a video')
    if (method !== 'updateTable') continue
    const columns = keysOf(argumentOf('set', call, calls))
    if (!columns) say('sets columns that cannot be read here')
    for (const column of columns ?? []) if (!mine(column)) say(`sets ${column}`)
  }
  for (const { type, start, end } of nodes) {
    if (type !== 'TemplateLiteral') continue
    const sql = text.slice(start, end)
    if (/\binsert into videos\b/.test(sql) && file !== ownerStores.upload) say('inserts a video')
    for (const [, assigned = ''] of sql.matchAll(
      /update videos\b[^`]*?\bset\b([^`]*?)(?:\bfrom\b|\bwhere\b|`)/g,
    ))
      for (const [, column = ''] of assigned.matchAll(/(?:^|,)\s*(\w+)\s*=/g))
        if (!mine(column)) say(`sets ${column}`)
  }
  return found
}

test('each column of a video is written only by its owner', () => {
  // The writer itself, which every store uses.
  const files = sources('server').filter(
    file => !file.endsWith('.test.ts') && file !== 'server/videos/columns.ts',
  )
  const touching = files.filter(file => /\bvideos\b|\bvideoWriter\b/.test(textOf(file)))
  expect(touching.flatMap(file => strangersIn(file, textOf(file)))).toEqual([])
  const stores = Object.entries(ownerStores).filter(([owner]) => owner !== 'earnings')
  for (const [owner, file] of stores) expect(textOf(file), file).toContain(`videoWriter('${owner}')`)
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
    'sets ai_status',
    'inserts a video',
    'writes as upload',
    'sets columns that cannot be read here',
    'sets views',
  ])
})
