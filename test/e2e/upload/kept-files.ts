import type { Page } from '../fixtures.ts'

/** How many files this page's browser keeps for uploads that haven't finished. */
export const keptFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const [place] = await indexedDB.databases()
    if (!place?.name) return 0
    const opening = indexedDB.open(place.name)
    const database = await new Promise<IDBDatabase>(resolve => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const reading = database.transaction('files').objectStore('files').count()
    await new Promise(resolve => {
      reading.onsuccess = resolve
    })
    database.close()
    return reading.result
  })
