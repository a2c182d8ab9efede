import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

export const writtenIn = 'en'
/** English in accents and 40% longer, to find texts outside of texts modules and layouts that are too narrow. */
export const pseudoLanguage = 'en-XA'

const original = '?original'
const isTexts = /\/web\/(?!languages\/).*[/-]texts\.ts$/

/** A texts module whose exports are those of the real one, changed. */
function pseudoModule(id: string, code: string, wrapper: string): string {
  const names = [...code.matchAll(/^export const (\w+)/gm)].map(match => match[1])
  return [
    `import * as original from ${JSON.stringify(id + original)}`,
    `import { pseudo } from ${JSON.stringify(wrapper)}`,
    ...names.map(name => `export const ${name} = pseudo(original.${name})`),
  ].join('\n')
}

/**
 * Builds the web app in another language: a file in `web/languages/LANGUAGE` takes the place of the file with the same
 * path in `web`, or in the repository for `contract`. Modules keep their ids, so that chunks are cut the same way in
 * every language. What a translation imports of the file it replaces is that file's English content.
 * @param repository absolute path of the repository
 */
export function translations(language: string, repository: string): Plugin {
  const folder = path.join(repository, 'web/languages', language)
  const translationOf = (id: string): string | null => {
    if (!id.startsWith(repository) || id.includes('?') || id.includes('node_modules')) return null
    const file = path.join(folder, path.relative(repository, id).replace(/^web\//, ''))
    return existsSync(file) && !id.startsWith(folder) ? file : null
  }
  return {
    name: 'translations',
    enforce: 'pre',
    async resolveId(source, importer) {
      const translation = importer && translationOf(importer)
      if (!translation) return null
      const resolved = await this.resolve(source, translation, { skipSelf: true })
      return resolved?.id === importer ? importer + original : resolved
    },
    async load(id) {
      if (id.endsWith(original)) return readFile(id.slice(0, -original.length), 'utf8')
      if (language === pseudoLanguage && isTexts.test(id)) {
        const wrapper = path.join(repository, 'scripts/vite/pseudo.ts')
        return pseudoModule(id, await readFile(id, 'utf8'), wrapper)
      }
      const translation = translationOf(id)
      if (!translation) return null
      this.addWatchFile(translation)
      return readFile(translation, 'utf8')
    },
  }
}
