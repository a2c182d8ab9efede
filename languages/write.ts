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

/** Where the server's sentences are, `#sentences/…`: a module for each part of the catalogs whose name has no slash. */
const sentences = path.join(import.meta.dirname, '../.runtime/sentences')

const isOfServer = (module: string) => !module.includes('/')

/** All that the server says in a language, by module. */
function together(modules: readonly string[]): string {
  const imports = modules.map(module => `import { texts as ${module} } from './${module}.ts'`)
  return [...imports, `export const all = { ${modules.join(', ')} }`, ''].join('\n')
}

const sentencesOf = (module: string) =>
  [
    `import { catalog } from '#server/core/sentences.ts'`,
    `import { texts } from '#texts/${module}.ts'`,
    `export const sentences = catalog('${module}', texts)`,
    '',
  ].join('\n')

/** All that the server says, by language. */
const inEach = (languages: readonly string[]) =>
  [
    ...languages.map((language, i) => `import { all as l${i} } from '../texts/${language}/all.ts'`),
    `export const all = { ${languages.map((language, i) => `'${language}': l${i}`).join(', ')} }`,
    '',
  ].join('\n')

/** Every language by its own name, without its country unless there is a catalog for another one of its countries. */
export function languagesOf(codes: readonly string[]): string {
  const withoutCountry = (code: string) => new Intl.Locale(code).language
  const names = codes.map(code => {
    const alone = codes.filter(one => withoutCountry(one) === withoutCountry(code)).length === 1
    const name =
      new Intl.DisplayNames(code, { type: 'language' }).of(alone ? withoutCountry(code) : code) ?? code
    return [code, name.charAt(0).toLocaleUpperCase(code) + name.slice(1)]
  })
  return `export const languages = ${JSON.stringify(Object.fromEntries(names))} as const\n`
}

/** Writes what is new or changed, so that nothing that watches the rest starts over, and removes what is left over. */
async function writeModules(folder: string, modules: ReadonlyMap<string, string>): Promise<void> {
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
  const codes = [...new Set([writtenIn, ...files.map(file => path.basename(file, '.json')).sort()])]
  const catalogs = new Map<string, Messages>()
  for (const code of codes)
    catalogs.set(code, JSON.parse(await readFile(path.join(import.meta.dirname, `${code}.json`), 'utf8')))
  const original = catalogs.get(writtenIn) ?? {}
  const values = valuesIn(original, [...catalogs.values()], factsIn(writtenIn))
  for (const [language, messages] of catalogs) {
    const modules = compile(messages, { language, facts: factsIn(language), values })
    const ofServer = [...modules.keys()].filter(isOfServer)
    modules.set('all', together(ofServer)).set('languages', languagesOf(codes))
    await writeModules(compiledIn(language), modules)
    if (language !== writtenIn) continue
    const said = new Map(ofServer.map(module => [module, sentencesOf(module)]))
    await writeModules(sentences, said.set('all', inEach(codes)))
  }
  const pseudo = { language: writtenIn, facts: factsIn(writtenIn), values, word: accented }
  const modules = compile(original, pseudo).set('languages', languagesOf(codes))
  await writeModules(compiledIn(pseudoLanguage), modules)
}

if (import.meta.main) await writeTexts()
