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
