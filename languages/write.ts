import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compile, type Messages, valuesIn } from './compile.ts'
import { factsIn } from './facts.ts'
import { accented } from './pseudo.ts'

export const writtenIn = 'en'
/** English in accents and 40% longer, to find texts outside of catalogs and layouts that are too narrow. */
export const pseudoLanguage = 'en-XA'

/** Where the compiled messages of a language are: `#texts/…` is English, the web app's build chooses among them. */
export const compiledIn = (language: string): string =>
  path.join(import.meta.dirname, '../.runtime/texts', language)

/** Writes what is new or changed, so that nothing that watches the rest starts over, and removes what is left over. */
async function writeModules(language: string, modules: ReadonlyMap<string, string>): Promise<void> {
  const folder = compiledIn(language)
  await mkdir(folder, { recursive: true })
  const there = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of there
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name)))
    if (!modules.has(path.relative(folder, file).replace(/\.ts$/, ''))) await rm(file)
  for (const [module, code] of modules) {
    const file = path.join(folder, `${module}.ts`)
    if ((await readFile(file, 'utf8').catch(() => '')) === code) continue
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, code)
  }
}

/**
 * Compiles the catalogs of all languages, one file each beside this one, into modules.
 * @throws what a translation lacks, or a message that can't be read, by its id
 */
export async function writeTexts(): Promise<void> {
  const files = (await readdir(import.meta.dirname)).filter(name => name.endsWith('.json'))
  const catalogs = new Map<string, Messages>()
  for (const file of files)
    catalogs.set(
      path.basename(file, '.json'),
      JSON.parse(await readFile(path.join(import.meta.dirname, file), 'utf8')),
    )
  const original = catalogs.get(writtenIn) ?? {}
  const values = valuesIn(original, [...catalogs.values()], factsIn(writtenIn))
  for (const [language, messages] of catalogs)
    await writeModules(language, compile(messages, { language, facts: factsIn(language), values }))
  const pseudo = { language: writtenIn, facts: factsIn(writtenIn), values, word: accented }
  await writeModules(pseudoLanguage, compile(original, pseudo))
}

if (import.meta.main) await writeTexts()
