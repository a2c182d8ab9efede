import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Objects that never change, kept as files on this machine so that each is fetched once. Processes can share the folder. */
export class FileCache {
  readonly #folder: string
  readonly #maxBytes: number
  /** what this process is fetching, by name */
  readonly #fetching = new Map<string, Promise<void>>()

  /** @param maxBytes of all files together; the one used longest ago goes first */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  /**
   * Puts a file at a path of the caller's own. It is another name of the cached file, so that file can go at any time.
   * @param key of the object @param size its bytes @param fetch writes it to a path
   */
  async provide(key: string, size: number, to: string, fetch: (to: string) => Promise<void>): Promise<void> {
    const cached = path.join(this.#folder, key.replaceAll('/', '_'))
    if (size > this.#maxBytes) return fetch(to)
    if (await this.#take(cached, to)) return
    let fetched = this.#fetching.get(cached)
    if (!fetched) {
      fetched = this.#fetch(cached, size, fetch).finally(() => this.#fetching.delete(cached))
      this.#fetching.set(cached, fetched)
    }
    await fetched
    // It may be gone again if many large ones came at once.
    if (!(await this.#take(cached, to))) await fetch(to)
  }

  async #fetch(cached: string, size: number, fetch: (to: string) => Promise<void>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#makeRoom(size)
    const part = `${cached}.${randomUUID()}`
    try {
      await fetch(part)
      await rename(part, cached)
    } finally {
      await rm(part, { force: true })
    }
  }

  /** @returns whether it was there */
  async #take(cached: string, to: string): Promise<boolean> {
    try {
      const now = new Date()
      await utimes(cached, now, now)
      await link(cached, to).catch(async error => {
        if (codeOf(error) !== 'EXDEV') throw error
        await copyFile(cached, to)
      })
      return true
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    }
  }

  async #files(): Promise<{ file: string; size: number; usedAt: number }[]> {
    const names = await readdir(this.#folder).catch(error => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
    const files = await Promise.all(
      names.map(async name => {
        const file = path.join(this.#folder, name)
        // Another process may have deleted it meanwhile.
        const found = await stat(file).catch(error => {
          if (codeOf(error) === 'ENOENT') return null
          throw error
        })
        return found && { file, size: found.size, usedAt: found.mtimeMs }
      }),
    )
    return files.filter(file => file !== null).sort((a, b) => a.usedAt - b.usedAt)
  }

  async #makeRoom(size: number): Promise<void> {
    const files = await this.#files()
    let used = files.reduce((sum, file) => sum + file.size, size)
    for (const { file, size: freed } of files) {
      if (used <= this.#maxBytes) return
      await rm(file, { force: true })
      used -= freed
    }
  }

  /** Deletes what nobody used for this long: its video may be deleted by now. */
  async expire(unusedMs: number): Promise<void> {
    for (const { file, usedAt } of await this.#files())
      if (Date.now() - usedAt > unusedMs) await rm(file, { force: true })
  }
}
