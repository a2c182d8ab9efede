import { folderOf, inFiles, places } from './file-store.ts'

/*
 * Files that were made here, in the browser's private storage: a folder for each person, in it a folder for each file,
 * which is the file's place.
 */

/** The place of a new file, from the outermost folder. No other page removes it while this one is open. */
export function newPlace(userId: string, name: string): string[] {
  const place = crypto.randomUUID()
  void navigator.locks.request(place, () => new Promise(() => undefined))
  // Not every character of a name is allowed there.
  return [folderOf(userId), place, name.replaceAll(/[\\/:*?"<>|]/g, '-')]
}

async function folderAt(...path: string[]): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory()
  for (const name of path) folder = await folder.getDirectoryHandle(name)
  return folder
}

async function entriesIn(folder: FileSystemDirectoryHandle): Promise<FileSystemHandle[]> {
  const entries: FileSystemHandle[] = []
  for await (const entry of folder.values()) entries.push(entry)
  return entries
}

/** A file that was made at a place. @throws DOMException NotFoundError */
export async function madeFile(userId: string, place: string): Promise<File> {
  const folder = await folderAt(folderOf(userId), place)
  const [entry] = await entriesIn(folder)
  if (!entry) throw new DOMException('The file is gone', 'NotFoundError')
  const handle = await folder.getFileHandle(entry.name)
  const file = await handle.getFile()
  places.set(file, place)
  return file
}

/** Removes a made file. */
export async function dropPlace(userId: string, place: string): Promise<void> {
  const folder = await folderAt(folderOf(userId))
  await folder.removeEntry(place, { recursive: true })
}

/** Removes made files that no upload needs and no open page has, and those of everybody else. */
export async function dropUnused(userId: string): Promise<void> {
  // Without TLS there is no such storage.
  if (!navigator.locks || !navigator.storage) return
  const root = await navigator.storage.getDirectory()
  const all = await entriesIn(root)
  const mine = folderOf(userId)
  for (const { name } of all)
    if (name.startsWith(folderOf('')) && name !== mine) await root.removeEntry(name, { recursive: true })
  if (!all.some(({ name }) => name === mine)) return
  const kept = new Set<unknown>(await inFiles(userId, 'readonly', store => store.getAll()))
  const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name))
  for (const { name } of await entriesIn(await folderAt(mine)))
    if (!kept.has(name) && !held.has(name)) await dropPlace(userId, name)
}
