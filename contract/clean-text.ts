/**
 * The one rule for texts that people type, paste or bring from elsewhere. What can't be seen is removed without a word:
 * it comes along when people paste, nobody can find and delete it, and it serves to disguise a text (U+202E turns the
 * rest around, zero-width characters make two names look the same). A line break in a text of one line becomes a space.
 * So only what is empty or too long is refused. Plain functions without schemas, so that browsers can use them too.
 */

/** Scripts in which a joiner between two letters changes how they look. */
const joined = [
  ...['Arabic', 'Bengali', 'Devanagari', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Malayalam', 'Mandaic'],
  ...['Mongolian', 'Myanmar', 'Nko', 'Oriya', 'Phags_Pa', 'Sinhala', 'Syriac', 'Tamil', 'Telugu'],
]
  .map(script => String.raw`\p{scx=${script}}`)
  .join('')

/** Invisible characters that belong to what is around them, and signs of Arabic and Syriac that can be seen. */
const kept = [
  // a flag of a region, such as Scotland's, in tags
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
  // emoji: joined ones, presentation, keycaps
  String.raw`(?<=\p{ExtPict}[\p{EMod}\uFE0F]?)\u200D(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  // variants of Chinese characters, as in Japanese names, and of Mongolian letters
  String.raw`(?<=\p{sc=Han})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=\p{sc=Mongolian})[\u180B-\u180D\u180F]`,
  String.raw`(?<=[${joined}])[\u200C\u200D](?=[${joined}])`,
  String.raw`[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]`,
]

const invisible = new RegExp(String.raw`(${kept.join('|')})|[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{NChar}\p{DI}]`, 'gu')

/** More marks on one letter than any language has: they run over the lines above and below. */
const piledUp = /(\p{M}{6})\p{M}+/gu

const visible = (text: string): string =>
  text
    .replace(invisible, (_, keep: string | undefined) => keep ?? '')
    .normalize('NFC')
    .replace(piledUp, '$1')

/** Cleans until nothing changes: what is removed may be what an invisible character beside it was kept for. */
function untilClean(text: string, clean: (text: string) => string): string {
  const cleaned = clean(text)
  return cleaned === text ? text : untilClean(cleaned, clean)
}

/** A text of one line: a name, a title, a search. Spaces and line breaks in a row become one space. */
export const cleanLine = (text: string): string =>
  untilClean(text, given =>
    visible(given.replace(/[\p{Z}\t-\r\u0085\u2800]+/gu, ' '))
      .replace(/ {2,}/g, ' ')
      .trim(),
  )

/** A text of several lines. Every kind of line break becomes `\n`; spaces within a line stay. */
export const cleanLines = (text: string): string =>
  untilClean(text, given =>
    given
      .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
      .replaceAll('\t', ' ')
      .split('\n')
      .map(visible)
      .join('\n')
      .trim(),
  )

/** A character as people see it has up to this many UTF-16 units; what is longer counts as several. */
const unitsOfOne = 16

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many characters people see in a text. Stops counting once there are more than `most`. */
export function charactersIn(text: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (const { segment } of segmenter.segment(text)) {
    count += Math.ceil(segment.length / unitsOfOne)
    if (count > most) break
  }
  return count
}

/** The beginning of a text that has at most so many characters, none of them cut. */
export function firstCharacters(text: string, most: number): string {
  let count = 0
  for (const { segment, index } of segmenter.segment(text)) {
    count += Math.ceil(segment.length / unitsOfOne)
    if (count > most) return text.slice(0, index).trimEnd()
  }
  return text
}

const between = /[\s,;:·–-]/

/** Without the spaces and marks at its end. Letter by letter: a pattern would begin again at each of them. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && between.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** A text, or as much of its beginning as fits with an ellipsis, cut at a nearby word if possible and never in a character. */
export function shortened(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const ends = [0, ...Array.from(segmenter.segment(text), ({ segment, index }) => index + segment.length)]
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(`${text.slice(0, ends[middle])}…`)) low = middle
    else high = middle - 1
  }
  const short = text.slice(0, ends[low])
  const word = short.slice(0, Math.max(0, short.search(/\s\S*$/))).trimEnd()
  return `${withoutEnd(word.length > short.length / 2 ? word : short)}…`
}

/** Most characters of a video's title. */
export const longestVideoTitle = 150

/** A video's title from the name of its file, without folder and extension; may be empty. */
export const titleFromFileName = (name: string): string =>
  firstCharacters(
    cleanLine((name.split(/[\\/]/).at(-1) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '')),
    longestVideoTitle,
  )
