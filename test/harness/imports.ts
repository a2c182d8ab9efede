import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

const pattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g

/** Every TypeScript file below a folder, as paths from the root. */
export function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map(name => path.join(folder, name))
}

/** Imports of our own code in a file, as paths from the root. */
export function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(pattern)].flatMap(match => {
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    if (name.startsWith('#')) return [name.slice(1)]
    if (name.startsWith('.')) return [path.join(path.dirname(file), name)]
    return []
  })
}

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
