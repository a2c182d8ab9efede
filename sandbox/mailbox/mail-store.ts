import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** A mail as listed by GET /sandbox/mailbox. */
export const receivedMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  /** ISO 8601. */
  sentAt: z.string(),
})
export type ReceivedMail = z.infer<typeof receivedMail>

const idShape = /^[0-9a-z]+-[0-9a-z]+$/

/** Received mails, one JSON file each; the oldest are deleted once there are more than `most`. */
export class MailStore {
  readonly #folder: string
  readonly #most: number
  /** Oldest first. */
  #index: { id: string; to: string }[] = []
  #count = 0

  private constructor(folder: string, most: number) {
    this.#folder = folder
    this.#most = most
  }

  static async open(folder: string, most = 1000): Promise<MailStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const store = new MailStore(folder, most)
    const ids = (await readdir(folder))
      .filter(name => name.endsWith('.json'))
      .map(name => name.slice(0, -'.json'.length))
    for (const id of ids.sort()) store.#index.push({ id, to: (await store.#read(id)).to })
    await store.#dropOldest()
    return store
  }

  #file(id: string): string {
    return path.join(this.#folder, `${id}.json`)
  }

  async #read(id: string): Promise<ReceivedMail> {
    return receivedMail.parse(JSON.parse(await readFile(this.#file(id), 'utf8')))
  }

  async #dropOldest(): Promise<void> {
    const old = this.#index.splice(0, Math.max(0, this.#index.length - this.#most))
    for (const { id } of old) await rm(this.#file(id), { force: true })
  }

  /** Stores a mail. Ids sort by time of arrival. */
  async add(mail: Omit<ReceivedMail, 'id'>): Promise<ReceivedMail> {
    this.#count++
    const id = `${Date.parse(mail.sentAt).toString(36)}-${this.#count.toString(36).padStart(5, '0')}`
    const kept = { ...mail, id, to: mail.to.toLowerCase() }
    await writeFile(`${this.#file(id)}.part`, JSON.stringify(kept), { mode: 0o600 })
    await rename(`${this.#file(id)}.part`, this.#file(id))
    this.#index.push({ id, to: kept.to })
    await this.#dropOldest()
    return kept
  }

  /** Newest first, at most `limit`; for one address, or all. */
  async list({ to, limit = 100 }: { to?: string | undefined; limit?: number } = {}): Promise<ReceivedMail[]> {
    const address = to?.toLowerCase()
    const wanted = this.#index.filter(entry => address === undefined || entry.to === address).slice(-limit)
    return Promise.all(wanted.reverse().map(({ id }) => this.#read(id)))
  }

  async find(id: string): Promise<ReceivedMail | undefined> {
    return idShape.test(id) && this.#index.some(entry => entry.id === id) ? this.#read(id) : undefined
  }
}
