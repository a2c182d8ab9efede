import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { encrypt } from './age.ts'
import { BackupError } from './errors.ts'

/** A file of a backup: as it lies there, encrypted or not. */
const storedFile = z.object({
  /** SHA-256 in hex; a stored object is named by it */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** bytes */
  bytes: z.number().int().nonnegative(),
})
export type StoredFile = z.infer<typeof storedFile>

const objectEntry = storedFile.extend({
  key: z.string(),
  /** bytes of the object itself */
  size: z.number().int().nonnegative(),
  /** as the store told it when it was copied; null: unknown */
  identity: z.string().nullable(),
})
export type ObjectEntry = z.infer<typeof objectEntry>

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** version of the program */
  version: z.string(),
  /** major version of PostgreSQL's pg_dump */
  pgDump: z.number().int(),
  /** names of the migrations that had run */
  migrations: z.array(z.string()),
  /** tells the SECRET of that server from another one, without telling it */
  secret: z.string(),
  /** the key that all of it is encrypted for; null: it isn't */
  recipient: z.string().nullable(),
  database: storedFile,
  /** the list of objects, a line of JSON for each */
  list: storedFile,
})
export type Manifest = z.infer<typeof manifestSchema>

export const names = {
  manifest: 'manifest.json',
  list: 'objects.jsonl',
  database: 'database.dump',
  objects: 'objects',
} as const
const unfinished = '.unfinished'
/** Names of backups sort by time. */
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/
const nameAt = (time: Date): string => time.toISOString().replaceAll(/[:.]/g, '-')

/** Where a stored object lies in the folder that holds all backups. */
export const fileOf = (folder: string, { sha256 }: StoredFile): string =>
  path.join(folder, names.objects, sha256.slice(0, 2), sha256)

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The whole backups in a folder, the oldest first. An unfinished one has another name. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter(name => backupName.test(name))

/** @throws BackupError when it is damaged or there is none */
export async function readManifest(backup: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(path.join(backup, names.manifest), 'utf8')
  } catch (error) {
    if (isMissing(error)) throw new BackupError(`There is no backup in ${backup}`)
    throw error
  }
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new BackupError(`${names.manifest} in ${backup} is damaged, or of another version`, { cause })
  }
}

/** Lines of objects, by key; a later line of a key replaces an earlier one. @param from killed: lines may be torn */
function parseList(text: string, from: 'whole' | 'killed'): Map<string, ObjectEntry> {
  const entries = new Map<string, ObjectEntry>()
  for (const line of text.split('\n').filter(Boolean)) {
    if (from === 'killed' && !line.endsWith('}')) continue
    const entry = objectEntry.parse(JSON.parse(line))
    entries.set(entry.key, entry)
  }
  return entries
}

/** The objects of a backup. */
export const readList = async (backup: string): Promise<Map<string, ObjectEntry>> =>
  parseList(await readFile(path.join(backup, names.list), 'utf8'), 'whole')

/** Makes what was renamed in a folder survive a power cut. */
async function keep(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads a whole file. @returns its hash in hex and its size in bytes; null: there is none */
export async function hashOf(file: string): Promise<StoredFile | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash)
    return { sha256: hash.digest('hex'), bytes: (await stat(file)).size }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * A backup being made. Everything it writes is in the folder under names that no restore reads; `finish` gives the
 * backup its name once all of it is on the disk, so that a killed one is never taken for whole.
 */
export class NewBackup {
  readonly #folder: string
  readonly #work: string
  readonly #recipient: string | null
  /** objects that an earlier backup, or a killed one, has already */
  readonly #earlier: Map<string, ObjectEntry>
  readonly #journal: FileHandle

  private constructor(given: {
    folder: string
    recipient: string | null
    earlier: Map<string, ObjectEntry>
    journal: FileHandle
  }) {
    this.#folder = given.folder
    this.#work = path.join(given.folder, unfinished)
    this.#recipient = given.recipient
    this.#earlier = given.earlier
    this.#journal = given.journal
  }

  /**
   * Takes up what an interrupted backup left. Only one may be made in a folder at a time.
   * @param recipient what to encrypt for; with another one than the last time, everything is stored again
   */
  static async begin(folder: string, recipient: string | null): Promise<NewBackup> {
    const work = path.join(folder, unfinished)
    await mkdir(path.join(folder, names.objects), { recursive: true, mode: 0o700 })
    await mkdir(work, { recursive: true, mode: 0o700 })
    const ofKey = createHash('sha256')
      .update(recipient ?? '')
      .digest('hex')
      .slice(0, 16)
    const journalName = `journal-${ofKey}.jsonl`
    for (const name of await namesIn(work))
      if (name !== journalName) await rm(path.join(work, name), { recursive: true })
    const last = (await backupsIn(folder)).at(-1)
    const earlier = new Map<string, ObjectEntry>()
    if (last && (await readManifest(path.join(folder, last))).recipient === recipient)
      for (const [key, entry] of await readList(path.join(folder, last))) earlier.set(key, entry)
    const journal = await open(path.join(work, journalName), 'a+', 0o600)
    for (const [key, entry] of parseList(await journal.readFile('utf8'), 'killed')) earlier.set(key, entry)
    // The last line may be half of one.
    await journal.write('\n')
    return new NewBackup({ folder, recipient, earlier, journal })
  }

  /** The copy of an object that an earlier backup has; undefined: none, or of other bytes. */
  async earlierCopy(key: string, size: number, identity: string | null): Promise<ObjectEntry | undefined> {
    const entry = this.#earlier.get(key)
    if (!entry || identity === null || entry.identity !== identity || entry.size !== size) return undefined
    const stored = await stat(fileOf(this.#folder, entry)).catch(error => {
      if (isMissing(error)) return null
      throw error
    })
    return stored?.size === entry.bytes ? entry : undefined
  }

  /** Writes a stream into a file of its own, encrypted if that is wanted. @returns it, and how many bytes came */
  async write(from: Readable): Promise<{ file: string; stored: StoredFile; size: number }> {
    const file = path.join(this.#work, randomUUID())
    const recipient = this.#recipient
    const hash = createHash('sha256')
    let size = 0
    let bytes = 0
    await pipeline(
      from,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          size += chunk.length
          yield chunk
        }
      },
      async function* (chunks: AsyncIterable<Uint8Array>) {
        yield* recipient === null ? chunks : await encrypt(Readable.from(chunks), recipient)
      },
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    )
    return { file, stored: { sha256: hash.digest('hex'), bytes }, size }
  }

  /** Stores an object. */
  async add(key: string, identity: string | null, from: Readable): Promise<ObjectEntry> {
    const { file, stored, size } = await this.write(from)
    const target = fileOf(this.#folder, stored)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await rename(file, target)
    const entry = { key, size, identity, ...stored }
    await this.#journal.write(`${JSON.stringify(entry)}\n`)
    return entry
  }

  /** What was stored stays for the next backup, whether this one has its name or not. */
  close(): Promise<void> {
    return this.#journal.close()
  }

  /** Names the backup. @returns its folder */
  async finish(
    dump: { file: string; stored: StoredFile },
    objects: Iterable<ObjectEntry>,
    facts: Omit<Manifest, 'format' | 'database' | 'list' | 'recipient'>,
  ): Promise<string> {
    const folder = path.join(this.#work, 'backup')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    await rename(dump.file, path.join(folder, names.database))
    const list = path.join(folder, names.list)
    await writeFile(list, linesOf(objects), { mode: 0o600, flush: true })
    const manifest: Manifest = {
      format: 1,
      ...facts,
      recipient: this.#recipient,
      database: dump.stored,
      list: (await hashOf(list)) as StoredFile,
    }
    await writeFile(path.join(folder, names.manifest), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    for (const name of await namesIn(path.join(this.#folder, names.objects)))
      await keep(path.join(this.#folder, names.objects, name))
    await keep(folder)
    const final = path.join(this.#folder, nameAt(new Date(facts.madeAt)))
    await rename(folder, final)
    await keep(this.#folder)
    await rm(this.#work, { recursive: true })
    return final
  }
}

function* linesOf(entries: Iterable<ObjectEntry>): Iterable<string> {
  for (const entry of entries) yield `${JSON.stringify(entry)}\n`
}

/** The day (UTC) of a backup, and the Monday of its week. */
const dayOf = (name: string): string => name.slice(0, 10)
function weekOf(name: string): string {
  const day = new Date(`${dayOf(name)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/**
 * Which backups to keep: all of the last 24 hours, then the last one of each of so many days and weeks that have one.
 * @param backups their names, the oldest first
 */
export function toKeep(
  backups: readonly string[],
  { days, weeks }: { days: number; weeks: number },
  now: Date,
): Set<string> {
  const dayAgo = nameAt(new Date(now.getTime() - 86_400_000))
  const lastOfEach = (period: (name: string) => string, most: number) =>
    [...new Map(backups.map(name => [period(name), name])).values()].slice(-most)
  return new Set([
    ...backups.filter(name => name > dayAgo),
    ...lastOfEach(dayOf, days),
    ...(weeks > 0 ? lastOfEach(weekOf, weeks) : []),
  ])
}

/** Deletes the other backups, and every stored object that no backup names any more. @returns how many backups */
export async function prune(
  folder: string,
  keepAtMost: { days: number; weeks: number },
  now: Date,
): Promise<number> {
  const backups = await backupsIn(folder)
  const kept = toKeep(backups, keepAtMost, now)
  const gone = backups.filter(name => !kept.has(name))
  if (gone.length === 0) return 0
  for (const name of gone) await rm(path.join(folder, name), { recursive: true })
  const named = new Set<string>()
  for (const name of kept)
    for (const { sha256 } of (await readList(path.join(folder, name))).values()) named.add(sha256)
  const objects = path.join(folder, names.objects)
  for (const part of await namesIn(objects))
    for (const sha256 of await namesIn(path.join(objects, part)))
      if (!named.has(sha256)) await rm(path.join(objects, part, sha256))
  return gone.length
}
