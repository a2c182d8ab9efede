import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const below = (folder: string, recursive: boolean) =>
  readdirSync(path.join(root, folder), { recursive, encoding: 'utf8' }).map(file => path.join(folder, file))
const pages = [...below('.', false), ...below('docs', true)].filter(file => file.endsWith('.md'))

const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')
/** The id that Markdown renderers give a heading (github.com/gjtorikian/html-pipeline, toc_filter). */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')
const idsOf = (file: string) =>
  new Set([...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => idOf(heading)))

test('every link in a page points to an existing file and heading', () => {
  const dead: string[] = []
  for (const page of pages)
    for (const [, target = ''] of withoutCode(readFileSync(path.join(root, page), 'utf8')).matchAll(
      /\]\(([^)\s]+)\)/g,
    )) {
      if (/^(https?|mailto):/.test(target)) continue
      const [file = '', id] = target.split('#')
      const full = file ? path.resolve(root, path.dirname(page), file) : path.join(root, page)
      if (!existsSync(full) || (id && full.endsWith('.md') && !idsOf(full).has(id)))
        dead.push(`${page}: ${target}`)
    }
  expect(dead).toEqual([])
})

const scripts = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts)
/** Code blocks and code in the text, where commands and paths of files stand. */
const codeOf = (text: string) =>
  [...text.matchAll(/```\w*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(m => m[1] ?? m[2] ?? '')

test('every command in a page runs a script or file that exists', () => {
  const missing: string[] = []
  for (const page of pages)
    for (const code of codeOf(readFileSync(path.join(root, page), 'utf8'))) {
      for (const [, name = ''] of code.matchAll(/\bnpm run ([\w:-]+)/g)) {
        if (!scripts.includes(name)) missing.push(`${page}: npm run ${name}`)
      }
      for (const [, file = ''] of code.matchAll(/(?:^|\s)node (?:--[\w-]+ )*([\w./-]+\.(?:ts|mjs))\b/gm)) {
        if (!existsSync(path.join(root, file))) missing.push(`${page}: node ${file}`)
      }
      for (const [, files = ''] of code.matchAll(/\bnpx vitest run ((?:[\w./-]+ ?)+)/g))
        for (const file of files.trim().split(' ')) {
          if (!existsSync(path.join(root, file)) && !madeByGuide.has(file)) missing.push(`${page}: ${file}`)
        }
    }
  expect(missing).toEqual([])
})

/** What a reader of a guide writes. */
const madeByGuide = new Set([
  'server/analysis/events/long-climb.ts',
  'server/analysis/events/long-climb.test.ts',
])

test('every file that a page names exists', () => {
  const inTree = /^(?:bench|contract|db|docs|lab|sandbox|scripts|server|telemetry|test|web)\/[\w./-]+$/
  const missing: string[] = []
  for (const page of pages)
    for (const code of codeOf(readFileSync(path.join(root, page), 'utf8'))) {
      const file = code.replace(/\/$/, '')
      if (!inTree.test(file) || /NAME|SLICE/.test(file) || madeByGuide.has(file)) continue
      if (!existsSync(path.join(root, file))) missing.push(`${page}: ${file}`)
    }
  expect(missing).toEqual([])
})
