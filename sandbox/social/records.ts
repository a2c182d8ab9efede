import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Objects with an id, in memory and in one JSON file each, so that they survive a restart. */
export class Records<T extends { id: string }> {
  readonly #folder: string
  readonly #all = new Map<string, T>()
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open<T extends { id: string }>(folder: string): Promise<Records<T>> {
    await mkdir(folder, { recursive: true })
    const records = new Records<T>(folder)
    for (const name of await readdir(folder))
      if (name.endsWith('.json')) {
        const one = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as T
        records.#all.set(one.id, one)
      }
    return records
  }

  get(id: string): T | undefined {
    return this.#all.get(id)
  }
  all(): T[] {
    return [...this.#all.values()]
  }

  /** Saves a new or changed object. Resolves once it is on disk. */
  save(one: T): Promise<void> {
    this.#all.set(one.id, one)
    const file = path.join(this.#folder, `${encodeURIComponent(one.id)}.json`)
    const text = JSON.stringify(one)
    return this.#queue(async () => {
      await writeFile(`${file}.new`, text)
      await rename(`${file}.new`, file)
    })
  }

  delete(id: string): Promise<void> {
    this.#all.delete(id)
    return this.#queue(() => rm(path.join(this.#folder, `${encodeURIComponent(id)}.json`), { force: true }))
  }

  #queue(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(work)
    // The caller hears of a failed write; the next one is tried regardless.
    this.#writing = done.catch(() => undefined)
    return done
  }

  /** Resolves when everything is on disk. */
  async settled(): Promise<void> {
    await this.#writing
  }
}
