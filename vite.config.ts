import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.WEB_PROXY ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // light-dark() and nesting are kept as written; older browsers than these lack them.
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // Every asset stays a file: the content policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('web/index.html', import.meta.url)),
        // The server writes the embed page itself and knows its script by this name only.
        embed: fileURLToPath(new URL('web/embed/embed.ts', import.meta.url)),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js'),
        // What every page needs in one file, and the dialogs' and menus' ground in another: else a page
        // comes in dozens of crumbs.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /\/(web\/lib|contract|node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam|use-sync-external-store))\//,
            },
            { name: 'radix', test: /node_modules\/(@radix-ui|radix-ui|@floating-ui|aria-hidden)\// },
          ],
        },
      },
      treeshake: {
        // The contract's schemas are values beside small helpers the screens use: without this every
        // import of such a helper would bring zod and all schemas along.
        manualPureFunctions: ['z'],
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/stream': server,
      '/sandbox': server,
    },
  },
})
