import { TelemetryError } from '../source.ts'

/** A tag that opens, or an element that closes with the text since the last tag. Names are without namespace. */
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: 'close'; name: string; text: string }

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The five entities of XML; no others, so that nothing can be defined, fetched or multiplied. */
const decode = (text: string): string =>
  text.includes('&') ? text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!) : text

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name, double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found.set(local(name!), decode(double ?? single ?? ''))
  return found
}

/** Longest tag, comment or text: what is not finished is kept, and looked through again with each piece. */
const MARKUP_LENGTH = 65_536

/** What ends each kind of markup; anything else ends with ">". */
const endings: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/**
 * Tags of an XML text that arrives in pieces. Knows what track files use: elements, attributes, the five
 * entities; passes over comments, CDATA, declarations. Does not check nesting.
 * @throws TelemetryError damaged when a tag or text is longer than 64 kB, or the text ends inside a tag
 */
export async function* xmlEvents(chunks: AsyncIterable<string>): AsyncGenerator<XmlEvent> {
  let rest = ''
  for await (const chunk of chunks) {
    rest += chunk
    let at = 0
    for (;;) {
      const start = rest.indexOf('<', at)
      if (start < 0) break
      const ending = endings.find(([opening]) => rest.startsWith(opening, start))?.[1] ?? '>'
      const end = rest.indexOf(ending, start)
      if (end < 0) break
      const text = rest.slice(at, start)
      at = end + ending.length
      const tag = rest.slice(start + 1, end)
      if (tag[0] === '!' || tag[0] === '?') continue
      if (tag[0] === '/') {
        yield { kind: 'close', name: local(tag.slice(1).trim()), text: decode(text) }
        continue
      }
      const [, name = '', attributes = ''] = /^([^\s/]+)([\s\S]*)$/.exec(tag) ?? []
      yield { kind: 'open', name: local(name), attributes: attributesOf(attributes) }
      if (tag.endsWith('/')) yield { kind: 'close', name: local(name), text: '' }
    }
    rest = rest.slice(at)
    if (rest.length > MARKUP_LENGTH)
      throw new TelemetryError('damaged', 'A tag, comment or text of the XML file is longer than 64 kB.')
  }
  if (rest.includes('<')) throw new TelemetryError('damaged', 'The XML file ends in the middle of a tag.')
}
