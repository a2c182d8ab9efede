import { rename } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { writtenIn } from './languages/write.ts'
import { chunkGroups } from './scripts/vite/chunk-groups.ts'
import { importSources } from './scripts/vite/import-sources.ts'
import { pack } from './scripts/vite/pack.ts'
import { pureFunctions } from './scripts/vite/pure-functions.ts'
import { serviceWorker } from './scripts/vite/service-worker.ts'
import { texts } from './scripts/vite/texts.ts'

const server = process.env.WEB_PROXY ?? 'http://127.0.0.1:3000'
/** The language that is built: each one into a folder of its own. */
const language = process.env.WEB_LANGUAGE ?? writtenIn

/** Packs every file of text. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    if (!dir) return
    const texts = Object.keys(bundle).filter(name => /\.(js|css|html|svg)$/.test(name))
    await Promise.all(texts.map(name => pack(path.join(dir, name))))
  },
})

/** Puts Vite's manifest, from which the byte budgets are checked, beside the folder that is served. */
const unservedManifest = (): Plugin => ({
  name: 'unserved-manifest',
  apply: 'build',
  async writeBundle({ dir }) {
    if (dir) await rename(path.join(dir, 'manifest.json'), `${dir}.manifest.json`)
  },
})

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const folder = language === writtenIn ? 'dist/web' : `dist/web-${language}`

/** What draws the pages on the server, as one file. */
const drawing: UserConfig = {
  plugins: [importSources(), texts(language), react()],
  ssr: { noExternal: true },
  build: {
    ssr: 'app/draw.tsx',
    outDir: here(`${folder}-server`),
    emptyOutDir: true,
    target: 'node24',
    assetsInlineLimit: 0,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'draw.js', codeSplitting: false } },
  },
}

const browser: UserConfig = {
  plugins: [
    texts(language),
    react(),
    tailwindcss(),
    precompress(),
    unservedManifest(),
    serviceWorker(here('web/service-worker/sw.ts')),
  ],
  build: {
    outDir: here(folder),
    manifest: 'manifest.json',
    emptyOutDir: true,
    // light-dark() and nesting are kept as written; older browsers than these lack them.
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // Every asset stays a file: the content policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
      treeshake: {
        // The contract's schemas are values beside small helpers the screens use: without this every
        // import of such a helper would bring zod and all schemas along.
        manualPureFunctions: pureFunctions,
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/stream': server,
      '/sandbox': server,
      '/docs': server,
    },
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  root: here('web'),
  define: {
    'import.meta.env.WEB_LANGUAGE': JSON.stringify(language),
    // Otherwise the server draws pages with React's slower development code unless NODE_ENV is "production".
    ...(isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {}),
  },
  ...(isSsrBuild ? drawing : browser),
}))
