import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Writes a .br and a .gz next to a text file, so that the server never compresses during a request. */
export async function pack(file: string): Promise<void> {
  const plain = await readFile(file)
  if (plain.length < 1024) return
  await writeFile(`${file}.br`, await brotli(plain))
  await writeFile(`${file}.gz`, await gzip(plain, { level: 9 }))
}
