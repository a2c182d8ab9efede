import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { textOf } from './syntax.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Every TypeScript file below a folder, as paths from the root. */
export function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map(name => path.join(folder, name))
}

interface Specifier {
  name: string
  kind: 'static' | 'dynamic' | 'type'
}
const kindOf = (entries: readonly { isType: boolean }[]): Specifier['kind'] =>
  entries.length > 0 && entries.every(({ isType }) => isType) ? 'type' : 'static'
const known = new Map<string, Specifier[]>()

/** What a file imports and re-exports, as it names it. Kept, because many files import the same ones. */
export function specifiersOf(file: string): Specifier[] {
  const before = known.get(file)
  if (before) return before
  const text = textOf(file)
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const found = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      name: moduleRequest.value,
      kind: kindOf(entries),
    })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ name: moduleRequest.value, kind: kindOf([{ isType }]) }] : [],
      ),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      // A name that is put together can't be read here.
      const [, name] = /^'(.*)'$/.exec(text.slice(start, end)) ?? []
      return name ? [{ name, kind: 'dynamic' as const }] : []
    }),
  ]
  known.set(file, found)
  return found
}

/** The database's generated types name those of columns in every slice, and lead to none. */
const isGenerated = (file: string) => file.includes('.generated.')

/** Imports of our own code in a file, as paths from the root. */
export const importsOf = (file: string): string[] =>
  (isGenerated(file) ? [] : specifiersOf(file)).flatMap(({ name }) => {
    // What is compiled from the catalogs leads to nothing.
    if (/^#(texts|sentences)\//.test(name)) return []
    if (name.startsWith('#')) return [name.slice(1)]
    if (name.startsWith('.')) return [path.join(path.dirname(file), name)]
    return []
  })

/** The files that a file imports, directly or indirectly, itself included. */
export function reachedFrom(file: string): string[] {
  const seen = new Set([file])
  for (const next of seen)
    if (/\.tsx?$/.test(next) && existsSync(path.join(root, next)))
      for (const target of importsOf(next)) seen.add(target)
  return [...seen]
}

/** Whether a file imports one of these, directly or indirectly. */
export const reaches = (file: string, targets: ReadonlySet<string>): boolean =>
  reachedFrom(file).some(reached => targets.has(reached))

/** Those of these files that import one of the targets, directly or indirectly: each file is read once for all of them. */
export function reachingAny(files: readonly string[], targets: readonly string[]): Set<string> {
  const importers = new Map<string, string[]>()
  const known = new Set(files)
  for (const file of known)
    for (const target of importsOf(file)) {
      const others = importers.get(target)
      if (others) others.push(file)
      else importers.set(target, [file])
      if (!known.has(target) && /\.tsx?$/.test(target) && existsSync(path.join(root, target)))
        known.add(target)
    }
  const reaching = new Set(targets)
  for (const file of reaching) for (const importer of importers.get(file) ?? []) reaching.add(importer)
  return new Set(files.filter(file => reaching.has(file)))
}
