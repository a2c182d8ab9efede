import { readFileSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { create } from 'fontkit'
import { filterPath, type Places } from '#server/core/media/command.ts'

const require = createRequire(import.meta.url)
/** The face of the product's headings, then one that has nearly every alphabet; the first that has all of a title is used. */
const faces = [
  '@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff',
  'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
] as const
type Face = (typeof faces)[number]
const lineName = (index: number) => `title-${index}.txt`

const opened = new Map<Face, ReturnType<typeof create>>()
function fontOf(face: Face): ReturnType<typeof create> {
  const fontkit = (): typeof import('fontkit') => require('fontkit')
  const font = opened.get(face) ?? fontkit().create(readFileSync(require.resolve(face)))
  opened.set(face, font)
  return font
}

const missingIn = (face: Face, title: string): string | null =>
  [...title].find(sign => !fontOf(face).hasGlyphForCodePoint(sign.codePointAt(0) as number)) ?? null

/** The face that a title is drawn in. */
export const faceOf = (title: string): Face => faces.find(face => !missingIn(face, title)) ?? faces[1]
const nameOf = (face: Face) => `title${path.extname(face)}`

/** The first character of a title that no font can draw; null when one can draw all. */
export const missingGlyph = (title: string): string | null => missingIn(faceOf(title), title)

interface Size {
  width: number
  height: number
}

/** A title split into lines, as large as fits the middle of a picture; sizes in pixels. */
export function layTitle(title: string, { width, height }: Size): { size: number; lines: string[] } {
  const font = fontOf(faceOf(title))
  const widthOf = (text: string, size: number) => (font.layout(text).advanceWidth * size) / font.unitsPerEm
  const words = title.split(/\s+/)
  for (let size = Math.round(Math.min(width * 0.12, height * 0.14)); ; size--) {
    const lines: string[] = []
    for (const word of words) {
      const longer = lines.length ? `${lines.at(-1)} ${word}` : word
      if (lines.length && widthOf(longer, size) <= width * 0.84) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    const fits = lines.length <= 3 && lines.every(line => widthOf(line, size) <= width * 0.84)
    if (fits || size <= 10) return { size, lines }
  }
}

/** Writes the card's text into the command's folder, so that no part of a title is in the command itself. */
export async function writeTitleFiles(folder: string, title: string, frame: Size): Promise<void> {
  const face = faceOf(title)
  await copyFile(require.resolve(face), path.join(folder, nameOf(face)))
  for (const [i, line] of layTitle(title, frame).lines.entries())
    await writeFile(path.join(folder, lineName(i)), line)
}

/** Filters that draw a title, line by line around the middle, with a bar above it. Its files must exist. */
export function titleFilters(title: string, frame: Size): (places: Places) => string {
  const { size, lines } = layTitle(title, frame)
  const font = nameOf(faceOf(title))
  const step = Math.round(size * 1.22)
  const top = Math.round(frame.height / 2 - (lines.length * step) / 2)
  const bar = Math.max(4, Math.round(size * 0.11))
  const barWidth = Math.round(size * 1.4)
  const barAt = `x=${Math.round((frame.width - barWidth) / 2)}:y=${top - Math.round(size * 0.5)}`
  return ({ folder }) =>
    [
      `drawbox=${barAt}:w=${barWidth}:h=${bar}:color=0xff6a3d:t=fill`,
      ...lines.map(
        (_, i) =>
          `drawtext=fontfile=${filterPath(`${folder}/${font}`)}:textfile=${filterPath(`${folder}/${lineName(i)}`)}` +
          `:expansion=none:fontsize=${size}:fontcolor=white:x=(w-text_w)/2:y=${top + i * step}+(${step}-ascent)/2`,
      ),
    ].join(',')
}
