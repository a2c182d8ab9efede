/**
 * The files of uploads that haven't finished, in IndexedDB: an own database for each person, so that a sign-out removes it
 * as a whole. Each function opens it and closes it again, because an open one couldn't be removed.
 */
export const nameOf = (userId: string) => `uploads-${userId}`
const files = 'files'

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Runs one request in a transaction of its own. @throws DOMException what the browser refuses, as QuotaExceededError */
export async function inFiles<T>(
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

/** Files that are in the browser's private storage already, by made-files.ts: what is kept of them is their place. */
export const places = new WeakMap<File, string>()
/** A person's folder there. */
export const folderOf = (userId: string) => `made-${userId}`
