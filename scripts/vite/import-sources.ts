import path from 'node:path'
import type { Plugin } from 'vite'

const imports = /\bimport\('(\.[^']+\.tsx)'\)/g

/**
 * For the build that draws pages on the server: every import of a part of the page says which source file it is of,
 * relative to the web app's folder, as the manifest of the browser's build names it.
 */
export function importSources(): Plugin {
  return {
    name: 'import-sources',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes('import(')) return null
      return code.replace(imports, (found, file: string) => {
        const source = path.relative(this.environment.config.root, path.resolve(path.dirname(id), file))
        return `Object.assign(${found}, { source: ${JSON.stringify(source)} })`
      })
    },
  }
}
