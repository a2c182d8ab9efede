import { inflateSync } from 'node:zlib'

/** All bytes of a document that is being written. */
export async function bytesOfPdf(document: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const pagesOfPdf = (file: Buffer): number =>
  file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

/**
 * The text of a PDF with embedded fonts, one piece per string, as a reader would copy it: through each font's
 * table from glyphs to letters.
 * @returns missing: how many glyphs are .notdef, the box for a letter that the font lacks
 */
export function lettersOfPdf(file: Buffer): { pieces: string[]; missing: number } {
  const source = file.toString('latin1')
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [id, body as string]),
  )
  const streamOf = (body = '') => {
    // PDFKit ends lines with \n; a \r before it is the last byte of what is compressed.
    const [, bytes] = /stream\n([\s\S]*?)\nendstream/.exec(body) ?? []
    return bytes ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : ''
  }
  const tables = new Map<string, Map<number, string>>()
  for (const [, name = '', id = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
    if (!table) continue
    const letters = new Map<number, string>()
    const ranges = streamOf(objects.get(table)).matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/g)
    for (const [, first = '', list = ''] of ranges)
      for (const [i, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
        letters.set(
          Number.parseInt(first, 16) + i,
          Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
        )
    tables.set(name, letters)
  }
  const pieces: string[] = []
  let missing = 0
  for (const body of objects.values()) {
    if (!/stream\n/.test(body) || !body.includes('/FlateDecode')) continue
    let font = ''
    for (const [, name, parts] of streamOf(body).matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (name) font = name
      const letters = tables.get(font)
      if (!parts || !letters) continue
      const codes = [...parts.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) =>
        (hex.match(/.{4}/g) ?? []).map(code => Number.parseInt(code, 16)),
      )
      missing += codes.filter(code => code === 0).length
      pieces.push(codes.map(code => letters.get(code) ?? '').join(''))
    }
  }
  return { pieces, missing }
}

/** The same text, one piece per line. */
export const textOfPdf = (file: Buffer): string => lettersOfPdf(file).pieces.join('\n')
