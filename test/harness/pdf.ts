import { inflateSync } from 'node:zlib'

/** The whole of a document that is being written. */
export async function bytesOfPdf(document: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const pagesOfPdf = (file: Buffer): number =>
  file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

/** The words of a PDF in its standard fonts, a line each: hexadecimal strings in compressed streams. */
export function textOfPdf(file: Buffer): string {
  const source = file.toString('latin1')
  return [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(match => {
      try {
        return inflateSync(Buffer.from(match[1] as string, 'latin1')).toString('latin1')
      } catch {
        return '' // a stream that is no page
      }
    })
    .flatMap(page => [...page.matchAll(/\[(.*?)\] TJ/g)])
    .map(([, parts]) =>
      [...(parts as string).matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex]) => Buffer.from(hex as string, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n')
}
