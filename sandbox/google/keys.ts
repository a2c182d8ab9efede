import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'

/** The one client: this server. */
export const clientId = 'trailcut-sandbox'

const keyFile = z.object({
  signing: z.looseObject({ kty: z.literal('RSA'), kid: z.string() }),
  cookie: z.string().min(32),
  clientSecret: z.string().min(32),
})
export type IssuerKeys = z.infer<typeof keyFile>

/**
 * Reads the issuer's keys. They are created on the first start, readable only by their owner, and kept across
 * restarts.
 */
export async function loadOrCreateKeys(folder: string): Promise<IssuerKeys> {
  const file = path.join(folder, 'keys.json')
  try {
    return keyFile.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = keyFile.parse({
    signing: {
      ...(await exportJWK(privateKey)),
      kid: randomBytes(8).toString('hex'),
      use: 'sig',
      alg: 'RS256',
    },
    cookie: randomBytes(32).toString('hex'),
    clientSecret: randomBytes(32).toString('hex'),
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.part`, JSON.stringify(keys), { mode: 0o600 })
  await rename(`${file}.part`, file)
  return keys
}
