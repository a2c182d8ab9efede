import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The web app in English; beside it are the other languages, each in a folder with its name. */
export const webFolder = path.resolve(import.meta.dirname, '../../../../dist/web')

const faces = [
  { family: 'Inter Variable', file: 'inter-latin-wght-normal', weight: '100 900' },
  { family: 'Barlow Condensed', file: 'barlow-condensed-latin-600-normal', weight: '600' },
  { family: 'Barlow Condensed', file: 'barlow-condensed-latin-700-normal', weight: '700' },
]

let written: string | undefined

/** The web app's fonts as CSS, under the file names from its build; none before it is built, as in unit tests. */
export function fontFaces(): string {
  const assets = path.join(webFolder, 'assets')
  if (written === undefined && existsSync(assets)) {
    const built = readdirSync(assets)
    written = faces
      .map(({ family, file, weight }) => {
        const name = built.find(asset => asset.startsWith(`${file}-`))
        if (!name) throw new Error(`The web app's build has no font ${file}`)
        return `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: swap; src: url('/assets/${name}') format('woff2') }`
      })
      .join('\n')
  }
  return written ?? ''
}
