import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const keyOf = (secrets: Secrets, purpose: string) => Buffer.from(secrets.key(purpose), 'hex')

/**
 * Encrypts a text for storage: AES-256-GCM with a key for the purpose, bound to the object it belongs to, so
 * that it can't be decrypted after being moved to another row. @returns nonce, tag and text in base64url
 */
export function seal(secrets: Secrets, purpose: string, boundTo: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets, purpose), nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws when the text was encrypted with another key, for another purpose or object, or was modified */
export function unseal(secrets: Secrets, purpose: string, boundTo: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', keyOf(secrets, purpose), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
  cipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
}
