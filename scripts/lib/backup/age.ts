import { Readable } from 'node:stream'
import { BackupError } from './errors.ts'

/**
 * Encrypts a stream in the format of age (https://age-encryption.org/v1), which the program `age` reads too.
 * @param recipient a public key, age1…
 */
export async function encrypt(from: Readable, recipient: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(from)))
}

/**
 * Decrypts a stream.
 * @param identity a secret key, AGE-SECRET-KEY-…
 * @throws BackupError when it was encrypted for another key; the stream fails when bytes were changed or are missing
 */
export async function decrypt(from: Readable, identity: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    return Readable.fromWeb(await decrypter.decrypt(Readable.toWeb(from)))
  } catch (cause) {
    from.destroy()
    throw new BackupError(`BACKUP_IDENTITY doesn't open this backup: ${(cause as Error).message}`, { cause })
  }
}
