/// <reference path="./bidi-js.d.ts" />
import bidiFactory from 'bidi-js/dist/bidi.mjs'

const bidi = bidiFactory()
/** The parts of emoji, in any order. Digits, # and * are not emoji by themselves. */
const pictures = new RegExp(
  [
    '\\p{Extended_Pictographic}',
    '\\p{Regional_Indicator}',
    '\\p{Emoji_Modifier}',
    // variation selectors, joiner, keycap, flag tags
    '[\\u{fe0e}\\u{fe0f}]',
    '\\u{200d}',
    '\\u{20e3}',
    '[\\u{e0020}-\\u{e007f}]',
  ].join('|'),
  'gu',
)
/** Directional marks, and other invisible characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu

/**
 * A text made printable: on one line, without emoji and control characters. fonts.ts finds the font for its
 * letters.
 */
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('©', '(c)')
    .replaceAll('®', '(R)')
    .replace(/\s+/gu, ' ')
    .replace(pictures, '')
    .replace(invisible, '')
    .replace(/ {2,}/g, ' ')
    .trim()

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Breaks a text into lines between words, or within a word wider than a line.
 * @param widthOf the width of a text, in the units of `width`
 * @param most the last line ends in an ellipsis if more would follow
 */
export function linesOf(
  text: string,
  { width, most, widthOf }: { width: number; most: number; widthOf: (text: string) => number },
): string[] {
  const lines: string[] = []
  let line = ''
  const words = text
    .split(' ')
    .flatMap(word => (widthOf(word) <= width ? [word] : pieces(word, width, widthOf)))
  for (const word of words) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  if (lines.length <= most) return lines
  let last = [...graphemes.segment(`${lines[most - 1]}`)].map(one => one.segment)
  while (last.length && widthOf(`${last.join('')}…`) > width) last = last.slice(0, -1)
  return [...lines.slice(0, most - 1), `${last.join('').trimEnd()}…`]
}

function pieces(word: string, width: number, widthOf: (text: string) => number): string[] {
  const found: string[] = []
  let piece = ''
  for (const { segment } of graphemes.segment(word)) {
    if (piece && widthOf(piece + segment) > width) {
      found.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...found, piece]
}

/**
 * A line in visual order from left to right (https://www.unicode.org/reports/tr9/#L2): pieces whose letters
 * have one direction. A right-to-left piece is a word or a space; the font reverses its letters.
 */
export function inVisualOrder(line: string): string[] {
  const { levels } = bidi.getEmbeddingLevels(line)
  let runs: { level: number; text: string }[] = []
  for (let at = 0; at < line.length; at++) {
    const level = levels[at] as number
    const run = runs.at(-1)
    if (run?.level === level) run.text += line[at]
    else runs.push({ level, text: line[at] as string })
  }
  for (let level = Math.max(0, ...runs.map(r => r.level)); level > 0; level--)
    runs = reversedFrom(runs, level)
  return runs.flatMap(({ level, text }) =>
    level % 2
      ? text
          .split(/( )/)
          .filter(Boolean)
          .map(word => word.replace(/[^\p{L}\p{M}\p{N}]/gu, sign => bidi.getMirroredCharacter(sign) ?? sign))
          .reverse()
      : [text],
  )
}

/** Reverses every sequence of runs at this level or above. */
function reversedFrom<R extends { level: number }>(runs: R[], level: number): R[] {
  const turned: R[] = []
  let stretch: R[] = []
  for (const run of runs)
    if (run.level >= level) stretch.unshift(run)
    else {
      turned.push(...stretch, run)
      stretch = []
    }
  return [...turned, ...stretch]
}
