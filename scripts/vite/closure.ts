import path from 'node:path'
import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/**
 * The chunk built from one source file of the web app. @throws Error when the file has no chunk of its own
 */
export function chunkOf(bundle: Bundle, root: string, source: string): Rolldown.OutputChunk {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId === path.join(root, source)) return file
  throw new Error(`${source} is no chunk of its own any more`)
}

/** Names of the files that a chunk needs to run: itself, its static imports and their styles. */
export function closureOf(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (found.has(name) || chunk?.type !== 'chunk') return found
  found.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
  for (const next of chunk.imports) closureOf(bundle, next, found)
  return found
}
