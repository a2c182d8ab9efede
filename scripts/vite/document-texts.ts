import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type DocumentTexts = Record<'description' | 'needsScript' | 'app' | 'upload' | 'notifications', string>

const textsFile = 'app/document/texts.ts'

async function textsOf(language: string, root: string): Promise<DocumentTexts> {
  const translation = path.join(root, 'languages', language, textsFile)
  const file = existsSync(translation) ? translation : path.join(root, textsFile)
  const { texts } = await import(pathToFileURL(file).href)
  return texts
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Puts the language and its texts into index.html, in the place of `%name%`, and into the manifest of the app. */
export function documentTexts(language: string, root: string): Plugin {
  return {
    name: 'document-texts',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const texts: Record<string, string> = await textsOf(language, root)
        return html
          .replace('<html lang="en">', `<html lang="${language}">`)
          .replace(/%(\w+)%/g, (_all, name: string) => {
            const text = texts[name]
            if (text === undefined) throw new Error(`index.html asks for a text that there is not: ${name}`)
            return escaped(text)
          })
      },
    },
    async writeBundle({ dir }) {
      if (!dir) return
      const texts = await textsOf(language, root)
      const file = path.join(dir, 'manifest.webmanifest')
      const manifest = JSON.parse(await readFile(file, 'utf8'))
      manifest.lang = language
      manifest.description = texts.app
      const [upload, notifications] = manifest.shortcuts
      upload.name = texts.upload
      notifications.name = texts.notifications
      await writeFile(file, JSON.stringify(manifest))
    },
  }
}
