import path from 'node:path'
import type { Plugin } from 'vite'

const imports = /\bimport\('(\.[^']+\.tsx)'\)/g

/**
 * For the build that draws pages on the server: every import of a part of the page says which source file it is of,
 * relative to the web app's folder, as the manifest of the browser's build names it.
 */
export function importSources(): Plugin {
  let root = ''
  return {
    name: 'import-sources',
    enforce: 'pre',
    configResolved: config => {
      root = config.root
    },
    transform: (code, id) =>
      /\.tsx?$/.test(id) && code.includes('import(')
        ? code.replace(imports, (found, file: string) => {
            const source = path.relative(root, path.resolve(path.dirname(id), file))
            return `Object.assign(${found}, { source: ${JSON.stringify(source)} })`
          })
        : null,
  }
}
