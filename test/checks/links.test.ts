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
  let links = 0
  for (const page of pages)
    for (const [, target = ''] of withoutCode(readFileSync(path.join(root, page), 'utf8')).matchAll(
      /\]\(([^)\s]+)\)/g,
    )) {
      if (/^(https?|mailto):/.test(target)) continue
      links += 1
      const [file = '', id] = target.split('#')
      const full = file ? path.resolve(root, path.dirname(page), file) : path.join(root, page)
      if (!existsSync(full) || (id && full.endsWith('.md') && !idsOf(full).has(id)))
        dead.push(`${page}: ${target}`)
    }
  expect(dead).toEqual([])
  expect(links).toBeGreaterThan(50)
})
