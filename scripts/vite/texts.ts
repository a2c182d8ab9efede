import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compiledIn, writeTexts } from '../../languages/write.ts'

const imported = '#texts/'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Builds the web app in a language: `#texts/…` are its compiled messages, and index.html gets them in the place of
 * `%name%`, as the manifest of the app does. Catalogs that change are compiled again.
 */
export function texts(language: string): Plugin {
  const folder = compiledIn(language)
  const ofDocument = async (): Promise<Record<string, string>> =>
    (await import(pathToFileURL(path.join(folder, 'app/document.ts')).href)).texts
  return {
    name: 'texts',
    enforce: 'pre',
    resolveId: source =>
      source.startsWith(imported) ? path.join(folder, source.slice(imported.length)) : null,
    configureServer({ watcher }) {
      const catalogs = path.resolve(folder, '../../../languages')
      watcher.add(catalogs)
      watcher.on('change', file => {
        if (path.dirname(file) === catalogs && file.endsWith('.json'))
          writeTexts().catch((error: unknown) => console.error(error))
      })
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const words = await ofDocument()
        return html
          .replace('<html lang="en">', `<html lang="${language}">`)
          .replace(/%(\w+)%/g, (_all, name: string) => {
            const text = words[name]
            if (text === undefined) throw new Error(`index.html asks for a text that there is not: ${name}`)
            return escaped(text)
          })
      },
    },
    async writeBundle({ dir }) {
      if (!dir || this.environment.config.consumer === 'server') return
      const words = await ofDocument()
      const file = path.join(dir, 'manifest.webmanifest')
      const manifest = JSON.parse(await readFile(file, 'utf8'))
      manifest.lang = language
      manifest.description = words.app
      const [upload, notifications] = manifest.shortcuts
      upload.name = words.upload
      notifications.name = words.notifications
      await writeFile(file, JSON.stringify(manifest))
    },
  }
}
