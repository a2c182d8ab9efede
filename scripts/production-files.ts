/**
 * Builds the server and copies what it needs at run time into a folder: `node scripts/production-files.ts FOLDER`. That
 * is the bundle with the commands of `scripts/image.ts`, the web app, the packages outside the bundle with what they depend on, the SQL files and the
 * documentation. The embedded database is not among them. The Dockerfile makes its last stage of this folder.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from './setup.mjs'

const root = path.resolve(import.meta.dirname, '..')
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node scripts/production-files.ts FOLDER')
const target = path.resolve(folder)

const listed = (place: string) => JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8'))
const { dependencies, devDependencies } = listed('.')

await build(process.execPath)
execFileSync(process.execPath, ['scripts/bundle-server.ts', 'scripts/image.ts'], {
  cwd: root,
  stdio: 'inherit',
})
// A start in this clone makes its own again.
await rm(path.join(root, 'dist/server.built-from'))
const bundle = path.join(root, 'dist/server')
const code = readdirSync(bundle)
  .filter(name => /\.m?js$/.test(name))
  .map(name => readFileSync(path.join(bundle, name), 'utf8'))
  .join('\n')

/** Named by the bundle. Of two families it names only folder or weight. */
const isUsedFont = (file: string) =>
  code.includes(path.basename(file)) || /barlow-condensed|NotoSansHans-(Regular|Bold)\./.test(file)

/** Types, source maps, other fonts of a family, and the browsers' builds of the tagger's runtime. */
const isNeedless = (file: string) =>
  /\.map$|\.d\.[cm]?ts$|\/ai\/(docs|src)$/.test(file) ||
  (/node_modules.*\.(otf|ttf|woff2?)$/.test(file) && !isUsedFont(file)) ||
  /onnxruntime-web\/(lib$|dist\/(?!ort\.node\.min\.mjs$|ort-wasm-simd-threaded\.(wasm|mjs)$))/.test(file)

const copy = (place: string, isTop: (file: string) => boolean = () => true) =>
  cp(path.join(root, place), path.join(target, place), {
    recursive: true,
    filter: file => isTop(file) && !isNeedless(file),
  })

/** What the bundle imports, or opens as a font: the packages that `scripts/bundle-server.ts` leaves outside. */
function packagesOfBundle(): Set<string> {
  const imported = /\b(?:from|import|require|resolve) ?\(?["'`]([^"'`.][^"'`]*)["'`]/g
  const opened = /["'`]([@\w][^"'`\s]*\.(?:otf|ttf|woff2?))["'`]|\/node_modules\/([^"'`\s]+)\/files["'`]/g
  const named = [...code.matchAll(imported), ...code.matchAll(opened)].map(
    ([, first, second]) => /^(?:@[^/]+\/)?[^/]+/.exec(first ?? second ?? '')?.[0] ?? '',
  )
  return new Set(named.filter(name => name in dependencies || name in devDependencies))
}

/** Copies a package and what it depends on, each from where Node finds it. @param from a folder in the repository */
async function copyPackage(name: string, from: string, copied: Set<string>): Promise<void> {
  const place = path.join(from, 'node_modules', name)
  if (!existsSync(path.join(root, place))) {
    // An optional package of another system is nowhere.
    if (from !== '.') await copyPackage(name, path.dirname(from), copied)
    return
  }
  if (copied.has(place)) return
  copied.add(place)
  // Packages inside it come when something depends on them.
  await copy(place, file => path.relative(path.join(root, place), file).split(path.sep)[0] !== 'node_modules')
  const { dependencies = {}, optionalDependencies = {} } = listed(place)
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
    await copyPackage(needed, place, copied)
}

await rm(target, { recursive: true, force: true })
const built = readdirSync(path.join(root, 'dist')).filter(
  name => /^(server$|web)/.test(name) && !name.endsWith('.built-from'),
)
const pages = readdirSync(root).filter(name => name.endsWith('.md'))
for (const place of [...built.map(name => `dist/${name}`), ...pages, 'package.json', 'LICENSE', 'db', 'docs'])
  await copy(place)
// The sandbox reads pages, scripts and published descriptions beside its modules.
await copy('sandbox', file => !/\.tsx?$/.test(file))
const copied = new Set<string>()
for (const name of packagesOfBundle()) await copyPackage(name, '.', copied)
console.log(`${copied.size} packages in ${target}`)
