import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/**
 * Everything cached on this machine for tests stays below this size, bytes; the least recently used goes
 * first.
 */
const limitBytes = 1024 ** 3

const root = path.resolve(import.meta.dirname, '../..')

/** Cache folder for reproducible files that are costly to make; TRAILCUT_TEST_CACHE overrides it. */
function cacheFolder(): string {
  const { TRAILCUT_TEST_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  if (TRAILCUT_TEST_CACHE) return path.resolve(TRAILCUT_TEST_CACHE)
  const home =
    process.platform === 'darwin'
      ? path.join(os.homedir(), 'Library', 'Caches')
      : (XDG_CACHE_HOME ?? LOCALAPPDATA ?? path.join(os.homedir(), '.cache'))
  return path.join(home, 'trailcut-test')
}

let ffmpegVersion: string | undefined
const ffmpegLine = () => {
  ffmpegVersion ??= execFileSync('ffmpeg', ['-hide_banner', '-version'], { encoding: 'utf8' }).split('\n')[0]
  return ffmpegVersion
}

const hashes = new Map<string, string>()
/** One hash over the files in these folders except tests: what they produce changes with it. */
export function hashOfSources(folders: readonly string[]): string {
  const name = folders.join('\0')
  const known = hashes.get(name)
  if (known) return known
  const hash = createHash('sha256')
  for (const folder of folders) {
    const files = statSync(path.join(root, folder)).isFile()
      ? [folder]
      : readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(file =>
          path.join(folder, file),
        )
    for (const file of files.sort()) {
      if (/\.test\.tsx?$/.test(file) || !statSync(path.join(root, file)).isFile()) continue
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(path.join(root, file)))
        .update('\0')
    }
  }
  const made = hash.digest('hex')
  hashes.set(name, made)
  return made
}

function sizeOf(entry: string): number {
  const found = statSync(entry)
  if (!found.isDirectory()) return found.size
  return readdirSync(entry, { recursive: true, encoding: 'utf8' })
    .map(name => statSync(path.join(entry, name)))
    .reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0)
}

/**
 * The time of last use, in a file beside the entry: a browser refuses to upload a file whose own time
 * changes.
 */
const usedSuffix = '.used'
function usedAt(entry: string): number {
  const { mtimeMs } = statSync(existsSync(entry + usedSuffix) ? entry + usedSuffix : entry)
  return mtimeMs
}

/**
 * Removes the least recently used entries until the rest fits, and drafts of killed runs. Call it before a
 * run.
 */
export function trimCache(): void {
  const folder = cacheFolder()
  if (!existsSync(folder)) return
  const entries = readdirSync(folder)
    .map(name => path.join(folder, name))
    .filter(entry => !entry.endsWith(usedSuffix))
    .map(entry => ({ entry, size: sizeOf(entry), used: usedAt(entry) }))
    .sort((a, b) => b.used - a.used)
  let kept = 0
  for (const { entry, size } of entries) {
    kept += size
    if (kept <= limitBytes) continue
    for (const one of [entry, entry + usedSuffix]) rmSync(one, { recursive: true, force: true })
  }
}

/**
 * A file or folder that is made once per machine. Safe when two processes ask at once: each makes its own,
 * and the first one to finish stays. Callers must not change it.
 * @param key everything it depends on, as JSON; the version of ffmpeg is added
 * @param name ends the file's name, with its extension, because some readers depend on it
 * @param make writes it to the given path
 * @returns its path
 */
export async function cached(
  key: unknown,
  name: string,
  make: (out: string) => Promise<unknown>,
): Promise<string> {
  const folder = cacheFolder()
  mkdirSync(folder, { recursive: true })
  const digest = createHash('sha256')
    .update(JSON.stringify([key, ffmpegLine()]))
    .digest('hex')
    .slice(0, 32)
  const entry = path.join(folder, `${digest}-${name}`)
  if (existsSync(entry)) {
    writeFileSync(entry + usedSuffix, '')
    return entry
  }
  const draft = path.join(folder, `.${randomUUID()}-${name}`)
  try {
    await make(draft)
    // A link never replaces an entry that another process made and someone may be reading; a rename of a
    // folder doesn't either.
    await (statSync(draft).isFile() ? link(draft, entry) : rename(draft, entry))
  } catch (error) {
    if (!existsSync(entry)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return entry
}
