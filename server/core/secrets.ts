import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Keys derived from this installation's one secret, one per purpose. */
export interface Secrets {
  /** 64 hex characters, always the same for the same purpose. */
  key(purpose: string): string
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

/** Derives all keys from one master secret by HMAC-SHA256. */
export function secretsFrom(master: string): Secrets {
  const key = (purpose: string) => createHmac('sha256', master).update(purpose).digest('hex')
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', key(purpose)).update(text).digest('base64url')
  return {
    key,
    sign,
    verify(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}

/** Reads DATA_DIR/secret, which is created on the first start, readable only by its owner. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await mkdir(dataDir, { recursive: true })
  const secret = randomBytes(32).toString('hex')
  await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return secret
}
