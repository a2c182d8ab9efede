/// <reference path="./fontkit.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create } from 'fontkit'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)
const hanFile = (weight: string) =>
  path.join(path.dirname(require.resolve('@embedpdf/fonts-sc')), `../fonts/NotoSansHans-${weight}.otf`)

/**
 * Fonts in the order they are searched; all under the SIL Open Font License or DejaVu's own, which allow
 * embedding. Each that is used is embedded, so that a statement looks the same everywhere for years.
 */
const families: { plain: () => string; bold?: () => string }[] = [
  // Latin
  {
    plain: () => require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-latin-400-normal.woff'),
    bold: () => require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-latin-700-normal.woff'),
  },
  // Greek, Cyrillic, Hebrew, Arabic, many symbols, and further Latin
  {
    plain: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
  // Chinese, simplified and traditional, and Japanese
  { plain: () => hanFile('Regular'), bold: () => hanFile('Bold') },
  // Korean
  { plain: () => require.resolve('@fontsource/gowun-dodum/files/gowun-dodum-korean-400-normal.woff') },
  {
    plain: () => require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
    bold: () => require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-700-normal.woff'),
  },
  {
    plain: () =>
      require.resolve(
        '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
      ),
    bold: () =>
      require.resolve(
        '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff',
      ),
  },
]

interface Opened {
  bytes: Buffer
  has(codePoint: number): boolean
}
const opened = new Map<string, Opened>()
/** A font file, read on first use. */
function open(file: string): Opened {
  const known = opened.get(file)
  if (known) return known
  const read = readFileSync(file)
  const bytes = file.endsWith('.woff') ? unpackWoff(read) : read
  const font = create(bytes)
  const one = { bytes, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) }
  opened.set(file, one)
  return one
}

/** The bytes of a font, as PDFKit takes them. */
export const bytesOf = (file: string): Buffer => open(file).bytes

const has = (file: string, text: string): boolean =>
  [...text].every(letter => open(file).has(letter.codePointAt(0) as number))

/** A run of letters in one font, by its file. */
export interface Run {
  font: string
  text: string
}

/** Replaces a letter that no font here has. */
const unknown = '\ufffd'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Splits a printable text by the fonts that have its letters. A letter that no font has becomes a replacement
 * character.
 */
export function runsOf(text: string, bold: boolean): Run[] {
  const files = families.map(family => ((bold && family.bold) || family.plain)())
  const unknownIn = files.find(one => has(one, unknown)) as string
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(text)) {
    const file = files.find(one => has(one, segment))
    const font = file ?? unknownIn
    const shown = file ? segment : unknown
    const last = runs.at(-1)
    if (last?.font === font) last.text += shown
    else runs.push({ font, text: shown })
  }
  return runs
}
