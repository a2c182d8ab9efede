import { TelemetryError } from '../problems/index.ts'
import type { Meter } from '../source.ts'

/** An opening tag, or a closing element with the text since the last tag. Names without namespace. */
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: 'close'; name: string; text: string }

/** Far above what track files use. Text and tags in letters, depth in elements. */
const xmlLimits = { markup: 65_536, attributes: 256, depth: 256 } as const

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** XML's five entities and no others, so that nothing can be defined, fetched or multiplied. */
const decode = (text: string): string =>
  text.includes('&') ? text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!) : text

const [blank, slash, equals, less, greater] = [32, 47, 61, 60, 62]
const [double, single, bracket] = [34, 39, 91]

const isBlank = (letter: number) => letter <= blank
/** Letters of a name: everything except whitespace and XML's special characters. */
const isName = (letter: number) =>
  letter > blank && ![slash, equals, less, greater, double, single].includes(letter)

/** The attributes of a tag, starting after its name. Visits each letter once. */
function attributesOf(tag: string, from: number, meter: Meter): Map<string, string> {
  const found = new Map<string, string>()
  let at = from
  const skip = (keepGoing: (letter: number) => boolean) => {
    while (at < tag.length && keepGoing(tag.charCodeAt(at))) at++
  }
  while (at < tag.length) {
    const before = at
    skip(letter => !isName(letter))
    const start = at
    skip(isName)
    const name = tag.slice(start, at)
    skip(isBlank)
    if (tag.charCodeAt(at) === equals) {
      at++
      skip(isBlank)
      const quote = tag.charCodeAt(at)
      const end = quote === double || quote === single ? tag.indexOf(tag[at]!, at + 1) : -1
      if (end >= 0) {
        found.set(local(name), decode(tag.slice(at + 1, end)))
        at = end + 1
      }
    }
    meter.steps += at - before
    if (found.size > xmlLimits.attributes)
      throw new TelemetryError({ name: 'xmlAttributes', most: xmlLimits.attributes })
  }
  return found
}

/** What is skipped, and how it ends: this many of a letter, then ">". */
const skipped: { start: string; closer: string; count: number }[] = [
  { start: '?', closer: '?', count: 1 },
  { start: '!--', closer: '-', count: 2 },
  { start: '![CDATA[', closer: ']', count: 2 },
]

/**
 * Reads XML in pieces and never visits a letter twice: unfinished input is kept with its state. Supports what
 * track files use. There is no document type definition, so no entity can be defined or fetched.
 */
class XmlReader {
  readonly #meter: Meter
  #state: 'text' | 'start' | 'tag' | 'skip' | 'declaration' = 'text'
  #text = ''
  #tag = ''
  /** first letters after "<", until they determine the kind */
  #head = ''
  #quote = 0
  #ending = skipped[0]!
  /** how many closing letters immediately precede this one */
  #run = 0
  #skippedLetters = 0
  #depth = 0

  constructor(meter: Meter) {
    this.#meter = meter
  }

  *read(chunk: string): Generator<XmlEvent> {
    for (let at = 0; at < chunk.length; ) {
      const before = at
      if (this.#state === 'text') at = this.#readText(chunk, at)
      else if (this.#state === 'start') at = this.#readStart(chunk, at)
      else if (this.#state === 'skip') at = this.#readSkipped(chunk, at)
      else if (this.#state === 'declaration') at = this.#readDeclaration(chunk, at)
      else {
        at = this.#readTag(chunk, at)
        if (this.#state !== 'tag') yield* this.#eventsOf(this.#tag)
      }
      this.#meter.steps += at - before
    }
  }

  end(): void {
    if (this.#state !== 'text') throw new TelemetryError({ name: 'xmlCutOff' })
  }

  #checkLength(length: number): void {
    if (length > xmlLimits.markup) throw new TelemetryError({ name: 'xmlTooLong' })
  }

  #kept(before: string, more: string): string {
    this.#checkLength(before.length + more.length)
    return before + more
  }

  #readText(chunk: string, at: number): number {
    const start = chunk.indexOf('<', at)
    const end = start < 0 ? chunk.length : start
    this.#text = this.#kept(this.#text, chunk.slice(at, end))
    if (start < 0) return end
    this.#state = 'start'
    this.#head = ''
    return start + 1
  }

  /** Reads one letter of what distinguishes tags, comments and the rest. */
  #readStart(chunk: string, at: number): number {
    const head = this.#head + chunk[at]
    const like = skipped.find(({ start }) => start.startsWith(head))
    if (like?.start === head) {
      this.#ending = like
      this.#run = 0
      this.#skippedLetters = 0
      this.#state = 'skip'
      return at + 1
    }
    if (like) {
      this.#head = head
      return at + 1
    }
    this.#state = head[0] === '!' ? 'declaration' : 'tag'
    this.#tag = ''
    this.#quote = 0
    // The letter itself is still unread; a head of more than one letter can only be a declaration's.
    return at
  }

  #readSkipped(chunk: string, from: number): number {
    const { closer, count } = this.#ending
    for (let at = from; at < chunk.length; at++) {
      const letter = chunk[at]!
      if (letter === '>' && this.#run >= count) {
        this.#state = 'text'
        return at + 1
      }
      this.#run = letter === closer ? this.#run + 1 : 0
    }
    this.#skippedLetters += chunk.length - from
    this.#checkLength(this.#skippedLetters)
    return chunk.length
  }

  #readDeclaration(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const letter = chunk.charCodeAt(at)
      if (letter === bracket) throw new TelemetryError({ name: 'xmlEntities' })
      if (letter === greater) {
        this.#state = 'text'
        return at + 1
      }
    }
    return chunk.length
  }

  /** Up to the ">" outside quotes. */
  #readTag(chunk: string, from: number): number {
    let at = from
    for (; at < chunk.length; at++) {
      const letter = chunk.charCodeAt(at)
      if (this.#quote !== 0) {
        if (letter === this.#quote) this.#quote = 0
      } else if (letter === double || letter === single) this.#quote = letter
      else if (letter === less) throw new TelemetryError({ name: 'xmlUnclosed' })
      else if (letter === greater) break
    }
    this.#tag = this.#kept(this.#tag, chunk.slice(from, at))
    if (at === chunk.length) return at
    this.#state = 'text'
    return at + 1
  }

  *#eventsOf(tag: string): Generator<XmlEvent> {
    const text = this.#text
    this.#text = ''
    if (tag.charCodeAt(0) === slash) {
      this.#depth--
      this.#meter.steps += text.length + tag.length
      yield { kind: 'close', name: local(tag.slice(1).trim()), text: decode(text) }
      return
    }
    let end = 0
    while (end < tag.length && isName(tag.charCodeAt(end))) end++
    const name = local(tag.slice(0, end))
    yield { kind: 'open', name, attributes: attributesOf(tag, end, this.#meter) }
    if (tag.endsWith('/')) yield { kind: 'close', name, text: '' }
    else if (++this.#depth > xmlLimits.depth)
      throw new TelemetryError({ name: 'xmlDepth', most: xmlLimits.depth })
  }
}

/**
 * Tags of an XML text that arrives in pieces. Supports what track files use: elements, attributes, the five
 * entities; skips comments, CDATA, declarations. Doesn't check nesting.
 *
 * Our own parser, because the browser uses it too, every limit applies within a piece as well as between two,
 * and its steps can be counted: sax checks its limits after each piece and has none for depth or attributes.
 * @param meter counts one step per letter visited: at most three times the number of letters
 * @throws TelemetryError damaged when a tag or text is longer than 64 kB, has too many attributes or levels,
 * when entities are defined, or the text ends inside a tag
 */
export async function* xmlEvents(chunks: AsyncIterable<string>, meter: Meter): AsyncGenerator<XmlEvent> {
  const reader = new XmlReader(meter)
  for await (const chunk of chunks) yield* reader.read(chunk)
  reader.end()
}
