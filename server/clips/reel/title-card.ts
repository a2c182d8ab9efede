import { readFileSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { create } from 'fontkit'
import { filterPath, type Places } from '#server/platform/media/command.ts'

const require = createRequire(import.meta.url)
const fontFile = () => require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')
const fontName = 'title.ttf'
const lineName = (index: number) => `title-${index}.txt`

let opened: ReturnType<typeof create> | undefined
const font = () => {
  opened ??= create(readFileSync(fontFile()))
  return opened
}

/** The first character of a title that its font can't draw; null when it can draw all. */
export function missingGlyph(title: string): string | null {
  return [...title].find(sign => !font().hasGlyphForCodePoint(sign.codePointAt(0) as number)) ?? null
}

interface Size {
  width: number
  height: number
}

/** A title split into lines, as large as fits the middle of a picture; sizes in pixels. */
export function layTitle(title: string, { width, height }: Size): { size: number; lines: string[] } {
  const widthOf = (text: string, size: number) =>
    (font().layout(text).advanceWidth * size) / font().unitsPerEm
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
  await copyFile(fontFile(), path.join(folder, fontName))
  for (const [i, line] of layTitle(title, frame).lines.entries())
    await writeFile(path.join(folder, lineName(i)), line)
}

/** Filters that draw a title, line by line around the middle, with a bar above it. Its files must exist. */
export function titleFilters(title: string, frame: Size): (places: Places) => string {
  const { size, lines } = layTitle(title, frame)
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
          `drawtext=fontfile=${filterPath(`${folder}/${fontName}`)}:textfile=${filterPath(`${folder}/${lineName(i)}`)}` +
          `:expansion=none:fontsize=${size}:fontcolor=white:x=(w-text_w)/2:y=${top + i * step}+(${step}-ascent)/2`,
      ),
    ].join(',')
}
