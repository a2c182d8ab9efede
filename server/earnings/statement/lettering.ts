/// <reference path="./bidi-js.d.ts" />
import bidiFactory from 'bidi-js/dist/bidi.mjs'

const bidi = bidiFactory()
/** What emoji are made of, in any order. Digits, # and * are no pictures by themselves. */
const pictures = new RegExp(
  [
    '\\p{Extended_Pictographic}',
    '\\p{Regional_Indicator}',
    '\\p{Emoji_Modifier}',
    // variation selectors, joiner, keycap, tags of flags
    '[\\u{fe0e}\\u{fe0f}]',
    '\\u{200d}',
    '\\u{20e3}',
    '[\\u{e0020}-\\u{e007f}]',
  ].join('|'),
  'gu',
)
/** Marks that steer the order of letters, and whatever else shows nothing. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu

/**
 * A text as it can be printed: in one line, without emoji and control characters. Which font has
 * its letters is in fonts.ts.
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
 * Breaks a text into lines between words, or within a word that is wider than a line.
 * @param widthOf what a text takes, in the units of `width`
 * @param most the last line ends in an ellipsis where more would follow
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
 * A line in the order in which it is read from left to right (https://www.unicode.org/reports/tr9/#L2): pieces whose
 * letters all run one way. A piece that runs from right to left is a word or a space; the font turns its letters.
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

/** Turns every stretch of runs that are at this level or above. */
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
