import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The web app in English; beside it are the other languages, each in a folder with its name. */
export const webFolder = path.resolve(import.meta.dirname, '../../../../dist/web')

/** What became of each source file. */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

const manifestFile = (folder: string) => `${folder}.manifest.json`

/** @param folder of the web app in one language */
export const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(manifestFile(folder), 'utf8'))

const faces = [
  { family: 'Inter Variable', font: 'inter-latin-wght-normal', weight: '100 900' },
  { family: 'Barlow Condensed', font: 'barlow-condensed-latin-600-normal', weight: '600' },
  { family: 'Barlow Condensed', font: 'barlow-condensed-latin-700-normal', weight: '700' },
]

let written: string | undefined

/** The web app's fonts as CSS, under the file names from its build; none before it is built, as in unit tests. */
export function fontFaces(): string {
  if (written === undefined && existsSync(manifestFile(webFolder))) {
    const built = Object.entries(manifestOf(webFolder))
    written = faces
      .map(({ family, font, weight }) => {
        const [, found] = built.find(([source]) => source.endsWith(`/${font}.woff2`)) ?? []
        if (!found) throw new Error(`The web app's build has no font ${font}`)
        return `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: swap; src: url('/${found.file}') format('woff2') }`
      })
      .join('\n')
  }
  return written ?? ''
}
