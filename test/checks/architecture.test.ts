import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, reaches } from '#test/harness/imports.ts'
import { nameOf, nodesOf, stringIn } from '#test/harness/syntax.ts'

const root = path.resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const page = textOf('ARCHITECTURE.md')

interface Arrow {
  from: string
  to: string
  how: string
}

/** Every solid arrow in the diagrams; dashed ones show what system.ts passes in. */
function arrowsOf(picture: string): Arrow[] {
  const files = new Map(
    [...picture.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, id = '', file = '']) => [id, file]),
  )
  const bare = picture.replace(/\["[^"]+"\]/g, '')
  return [...bare.matchAll(/^\s*(\w+) -->(?:\|([^|]*)\|)? (\w+)$/gm)].map(
    ([, from = '', how = '', to = '']) => ({
      from: files.get(from) ?? from,
      to: files.get(to) ?? to,
      how,
    }),
  )
}

const pictures = [...page.matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, picture = '']) => picture)
const arrows = pictures.flatMap(arrowsOf)

const queries = {
  writes: { call: /\.(?:insertInto|updateTable)$/, sql: 'insert into|update' },
  takes: { call: /\.(?:selectFrom|updateTable)$/, sql: 'from|join|update' },
}

/** Whether a file writes, or takes up, rows of a table: by itself, or by the store of its slice that it imports. */
function handles(rows: keyof typeof queries, file: string, table: string): boolean {
  const { call, sql } = queries[rows]
  const statement = new RegExp(`\\b(?:${sql}) ${table}\\b`)
  const slice = file.split('/').slice(0, 2).join('/')
  return [file, ...importsOf(file).filter(one => one === `${slice}/store.ts`)].some(one =>
    [...nodesOf(one)].some(node => {
      if (node.type === 'TemplateElement')
        return statement.test((node.value as { cooked: string | null }).cooked ?? '')
      const [first] = node.type === 'CallExpression' ? (node.arguments as unknown[]) : []
      return stringIn(first) === table && call.test(nameOf(node.callee))
    }),
  )
}

/** Whether the code contains what an arrow claims. */
function holds({ from, to, how }: Arrow): boolean {
  const [kind, name = ''] = how.split(' ')
  if (kind === 'call') {
    const slice = path.dirname(path.dirname(to))
    const implemented = reaches(`${slice}/routes.ts`, new Set([to])) || textOf(to).includes(`'${name}'`)
    return implemented && existsSync(path.join(root, from))
  }
  if (kind === 'job') {
    const module = `${to.split('/').slice(0, 2).join('/')}/module.ts`
    const handled = [...nodesOf(to)].some(
      node =>
        node.type === 'CallExpression' &&
        nameOf(node.callee) === 'jobOf' &&
        nameOf((node.arguments as unknown[])[0]) === name,
    )
    return textOf(from).includes(name) && handled && reaches(module, new Set([to]))
  }
  if (kind === 'rows') return handles('writes', from, name) && handles('takes', to, name)
  return reaches(from, new Set([to]))
}

test('every file named on the page exists', () => {
  const named = [
    ...page.matchAll(
      /[`"]((?:contract|server|web|lab|sandbox|test|docs|telemetry|scripts)\/[\w./-]+\.\w+)[`"]/g,
    ),
  ]
  const missing = named
    .map(match => match[1] as string)
    .filter(file => !/NAME|SLICE/.test(file) && !existsSync(path.join(root, file)))
  expect(missing).toEqual([])
})

test('every arrow in the diagrams is in the code', () => {
  expect(pictures.filter(picture => arrowsOf(picture).length === 0)).toEqual([])
  expect(arrows.filter(arrow => !holds(arrow))).toEqual([])
})
