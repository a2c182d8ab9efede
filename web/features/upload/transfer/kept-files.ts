import { folderOf, inFiles, nameOf, places } from './file-store.ts'

const madeFiles = () => import('./made-files.ts')

/**
 * Keeps a file for after a reload. @returns false if there is no room for it, or the browser keeps nothing, as in some
 * private windows
 */
export async function keepFile(userId: string, id: string, file: File): Promise<boolean> {
  const place = places.get(file)
  try {
    if (place) {
      await inFiles(userId, 'readwrite', store => store.put(place, id))
      return true
    }
    const { quota, usage } = await navigator.storage.estimate()
    if (quota !== undefined && quota - (usage ?? 0) < file.size) return false
    await inFiles(userId, 'readwrite', store => store.put(file, id))
    return true
  } catch (error) {
    console.warn('The browser cannot keep this file', error)
    return false
  }
}

/** A kept file; null if the browser doesn't have it. */
export async function keptFile(userId: string, id: string): Promise<File | null> {
  try {
    const kept = (await inFiles(userId, 'readonly', store => store.get(id))) as File | string | undefined
    return typeof kept === 'string' ? await (await madeFiles()).madeFile(userId, kept) : (kept ?? null)
  } catch (error) {
    console.warn('The browser cannot say what it has kept', error)
    return null
  }
}

/** After its upload. What can't be removed now goes with the next sign-out. */
export async function dropFile(userId: string, id: string): Promise<void> {
  try {
    const kept: unknown = await inFiles(userId, 'readonly', store => store.get(id))
    await inFiles(userId, 'readwrite', store => store.delete(id))
    if (typeof kept === 'string') await (await madeFiles()).dropPlace(userId, kept)
  } catch (error) {
    console.warn('The browser cannot remove a kept file', error)
  }
}

export function dropFilesOf(userId: string): void {
  indexedDB.deleteDatabase(nameOf(userId))
  // What the closing page can't remove any more, the next one does.
  void navigator.storage
    ?.getDirectory()
    .then(root => root.removeEntry(folderOf(userId), { recursive: true }))
    .catch(() => undefined)
}
