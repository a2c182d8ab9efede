import { randomUUID } from 'node:crypto'
import { closeSync, type Dirent, fstatSync, open, openSync } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  link,
  mkdir,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { FileBody } from './file-body.ts'
import {
  type ByteRange,
  checkKey,
  isKey,
  type ListedObject,
  type ObjectStore,
  type OpenObject,
} from './store.ts'

const openFile = promisify(open)

const missing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Longer than a tick of the file time stamps: a few milliseconds on file systems with fractions of a
 * millisecond (ext4, XFS, Btrfs, APFS), two seconds on FAT.
 */
const tickMs = { fine: 50, coarse: 2500 }

/** How long after it was read as a whole a file is taken to be in the system's memory, and for how many that is known. */
const warmMs = 10_000
const mostWarm = 1000

/** All files in a folder and its folders, any of which may be deleted meanwhile. */
async function* filesIn(folder: string): AsyncIterable<string> {
  let entries: AsyncIterable<Dirent>
  try {
    entries = await opendir(folder)
  } catch (error) {
    if (missing(error)) return
    throw error
  }
  for await (const entry of entries) {
    const found = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(found)
    else if (entry.isFile()) yield found
  }
}

/** Keeps objects as files in one folder. Writes are atomic: to a temporary name first, then renamed. */
export class FolderStore implements ObjectStore {
  readonly isLocal = true
  readonly #root: string
  readonly #incoming: string
  /** until when by path */
  readonly #warm = new Map<string, number>()

  constructor(root: string) {
    this.#root = path.resolve(root)
    this.#incoming = path.join(this.#root, '.incoming')
  }

  #file(key: string): string {
    return path.join(this.#root, checkKey(key))
  }

  async #temporary(): Promise<string> {
    await mkdir(this.#incoming, { recursive: true })
    return path.join(this.#incoming, randomUUID())
  }

  async #goLive(temporary: string, key: string): Promise<void> {
    const target = this.#file(key)
    await mkdir(path.dirname(target), { recursive: true })
    await rename(temporary, target)
  }

  async #write(key: string, write: (temporary: string) => Promise<void>): Promise<void> {
    const temporary = await this.#temporary()
    try {
      await write(temporary)
      await this.#goLive(temporary, key)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  put(key: string, body: Uint8Array | string): Promise<void> {
    return this.#write(key, temporary => writeFile(temporary, body))
  }

  async putFile(key: string, file: string): Promise<void> {
    try {
      await this.#goLive(file, key)
    } catch (error) {
      // Another disk, which a rename can't cross.
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      await this.#write(key, temporary => copyFile(file, temporary))
      await unlink(file)
    }
  }

  async addFile(key: string, file: string): Promise<boolean> {
    const target = this.#file(key)
    await mkdir(path.dirname(target), { recursive: true })
    let isThisFile = false
    try {
      isThisFile = await this.#addLink(file, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      const temporary = await this.#temporary()
      try {
        await copyFile(file, temporary)
        await this.#addLink(temporary, target)
      } finally {
        await rm(temporary, { force: true })
      }
    }
    await unlink(file)
    return isThisFile
  }

  /**
   * A link, unlike a rename, never replaces an existing file.
   * @returns false when one exists
   */
  async #addLink(file: string, target: string): Promise<boolean> {
    try {
      await link(file, target)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return false
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable | null> {
    return (await this.open(key))?.body(range) ?? null
  }

  async open(key: string): Promise<OpenObject | null> {
    const found = this.#file(key)
    const isWarm = (this.#warm.get(found) ?? 0) > performance.now()
    let file: number
    try {
      file = isWarm ? openSync(found, 'r') : await openFile(found, 'r')
    } catch (error) {
      if (missing(error)) return null
      throw error
    }
    // What an open file is and closing it need no disk, and another thread would take ten times as long.
    const { size } = fstatSync(file)
    return {
      size,
      body: async range => {
        const body = new FileBody(file, range ?? { start: 0, end: size - 1 }, isWarm)
        return range ? body : body.once('end', () => this.#keepWarm(found))
      },
      close: async () => closeSync(file),
    }
  }

  #keepWarm(file: string): void {
    this.#warm.delete(file)
    this.#warm.set(file, performance.now() + warmMs)
    const [oldest] = this.#warm.keys()
    if (oldest !== undefined && this.#warm.size > mostWarm) this.#warm.delete(oldest)
  }

  async head(key: string) {
    try {
      const found = await stat(this.#file(key), { bigint: true })
      if (!found.isFile()) return null
      const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = found
      // No program can set a file's ctime. Its clock ticks, so a second write right after the first may not
      // show.
      const tick = ctimeNs % 1_000_000n === 0n ? tickMs.coarse : tickMs.fine
      const settled = Date.now() - Number(ctimeMs) > tick
      const identity = settled ? [dev, ino, size, mtimeNs, ctimeNs].join(':') : null
      return { size: Number(size), modified: found.mtime, identity }
    } catch (error) {
      if (missing(error)) return null
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#file(key), { force: true })
  }

  async deleteAll(prefix: string): Promise<void> {
    if (!prefix.endsWith('/')) throw new Error('A prefix ends with a slash')
    // A file written there meanwhile makes the folder 'not empty' for a moment.
    await rm(this.#file(prefix), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  }

  async *list(prefix?: string): AsyncIterable<ListedObject> {
    for await (const file of filesIn(prefix === undefined ? this.#root : this.#file(prefix))) {
      const key = path.relative(this.#root, file).split(path.sep).join('/')
      // What is still being written, and files that aren't ours.
      const head = isKey(key) ? await this.head(key) : null
      if (head) yield { key, ...head }
    }
  }

  async localPath(key: string): Promise<string> {
    const file = this.#file(key)
    await access(file, constants.R_OK)
    return file
  }

  async check(): Promise<void> {
    const probe = await this.#temporary()
    try {
      await writeFile(probe, 'ok')
      if ((await readFile(probe, 'utf8')) !== 'ok')
        throw new Error('The object folder does not give back what was written')
    } finally {
      await rm(probe, { force: true })
    }
  }
}
