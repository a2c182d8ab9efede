/// <reference path="./fontkit.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { create } from 'fontkit'

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

const headerBytes = 44
const entryBytes = 20
const align = (length: number) => (length + 3) & ~3

/**
 * Unpacks a WOFF 1.0 font to its original format (https://www.w3.org/TR/WOFF/). The caller keeps the result,
 * because fontkit would unpack a table again for every glyph.
 * @throws RangeError for bytes that are not WOFF 1.0
 */
function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('This is no font of WOFF 1.0')
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, i) => {
    const at = headerBytes + i * entryBytes
    const [offset, packed, length] = [4, 8, 12].map(part => file.readUInt32BE(at + part)) as [
      number,
      number,
      number,
    ]
    const bytes = file.subarray(offset, offset + packed)
    return {
      tag: file.subarray(at, at + 4),
      checksum: file.readUInt32BE(at + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const directory = 12 + 16 * count
  const font = Buffer.alloc(tables.reduce((sum, { bytes }) => sum + align(bytes.length), directory))
  file.copy(font, 0, 4, 8)
  const power = 2 ** Math.floor(Math.log2(count))
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(power * 16, 6)
  font.writeUInt16BE(Math.log2(power), 8)
  font.writeUInt16BE((count - power) * 16, 10)
  let offset = directory
  for (const [i, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + 16 * i
    tag.copy(font, at)
    font.writeUInt32BE(checksum, at + 4)
    font.writeUInt32BE(offset, at + 8)
    font.writeUInt32BE(bytes.length, at + 12)
    bytes.copy(font, offset)
    offset += align(bytes.length)
  }
  return font
}
