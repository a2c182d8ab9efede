import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { chunkOf, closureOf } from './closure.ts'

/** The screens that must open offline, from data on the device. */
const kept = ['app/shell/shell.tsx', 'pages/dashboard/dashboard-page.tsx', 'pages/upload/upload-page.tsx']
/** Loaded by those screens on first use, which may be offline. */
const keptParts = ['ui/toaster.tsx', 'app/shell/corner.tsx']

/**
 * Builds the service worker from its own entry into one classic script, sw.js, after the web app: it receives
 * the files of the app shell, and a version that changes with them.
 */
export function serviceWorker(entry: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const { root } = this.environment.config
      const page = await readFile(path.join(dir, 'index.html'), 'utf8')
      const shell = new Set([...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(match => match[1] as string))
      for (const source of [...kept, ...keptParts])
        closureOf(bundle, chunkOf(bundle, root, source).fileName, shell)
      for (const name of Object.keys(bundle)) if (/-latin-(?!ext).*\.woff2$/.test(name)) shell.add(name)
      const script = chunkOf(bundle, root, 'index.html').fileName
      const files = [...shell].sort()
      const version = createHash('sha256').update(page).update(files.join('\n')).digest('hex').slice(0, 12)
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          __BUILD__: JSON.stringify({ version, entry: `/${script}`, shell: files.map(file => `/${file}`) }),
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2023',
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
    },
  }
}
