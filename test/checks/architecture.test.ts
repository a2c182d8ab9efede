import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { reaches } from '#test/harness/imports.ts'

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
    return textOf(from).includes(name) && textOf(module).includes(name) && reaches(module, new Set([to]))
  }
  // Both work on the rows of one table, through the store of their slice.
  if (kind === 'rows') return [from, to].every(file => textOf(file).match(/ublication/))
  return reaches(from, new Set([to]))
}

test('every file named on the page exists', () => {
  const named = [
    ...page.matchAll(/[`"]((?:contract|server|web|sandbox|test|docs|telemetry|scripts)\/[\w./-]+\.\w+)[`"]/g),
  ]
  const missing = named
    .map(match => match[1] as string)
    .filter(file => !/NAME|SLICE/.test(file) && !existsSync(path.join(root, file)))
  expect(named.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

test('every arrow in the diagrams is in the code', () => {
  expect(pictures).toHaveLength(3)
  expect(arrows.length).toBeGreaterThan(25)
  expect(arrows.filter(arrow => !holds(arrow))).toEqual([])
})
