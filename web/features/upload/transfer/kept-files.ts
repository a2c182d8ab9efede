/**
 * The files of uploads that haven't finished, in IndexedDB: an own database for each person, so that a sign-out removes it
 * as a whole. Each function opens it and closes it again, because an open one couldn't be removed.
 */
const nameOf = (userId: string) => `uploads-${userId}`
const files = 'files'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Runs one request in a transaction of its own. @throws DOMException what the browser refuses, as QuotaExceededError */
async function inFiles<T>(
  userId: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(nameOf(userId), 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(files)
  const database = await answerOf(opening)
  try {
    const transaction = database.transaction(files, mode)
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [answer] = await Promise.all([answerOf(ask(transaction.objectStore(files))), ended])
    return answer
  } finally {
    database.close()
  }
}

/**
 * Keeps a file for after a reload. @returns false if there is no room for it, or the browser keeps nothing, as in some
 * private windows
 */
export async function keepFile(userId: string, id: string, file: File): Promise<boolean> {
  try {
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
    return ((await inFiles(userId, 'readonly', store => store.get(id))) as File | undefined) ?? null
  } catch (error) {
    console.warn('The browser cannot say what it has kept', error)
    return null
  }
}

/** After its upload. What can't be removed now goes with the next sign-out. */
export async function dropFile(userId: string, id: string): Promise<void> {
  await inFiles(userId, 'readwrite', store => store.delete(id)).catch((error: unknown) =>
    console.warn('The browser cannot remove a kept file', error),
  )
}

export const dropFilesOf = (userId: string): void => void indexedDB.deleteDatabase(nameOf(userId))
