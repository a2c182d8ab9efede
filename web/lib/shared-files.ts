/**
 * Files that another app shared with this one wait in a cache: the service worker stores them and the upload page
 * takes them out. A cache instead of a message, so that they survive a login on the way.
 */
const cacheName = 'shared-files'

/** The multipart field of the manifest's share target. */
export const sharedField = 'videos'
/** Where the manifest's share target posts to; the service worker answers, not the server. */
export const sharePath = '/share-target'
/** The upload page's parameter after a share: 'ready', or 'failed' when nothing could be kept. */
export const sharedParameter = 'shared'

const nameHeader = 'x-file-name'
const modifiedHeader = 'x-last-modified'

/** Stores these files, replacing any from an earlier share. @throws QuotaExceededError if the device is full */
export async function keepSharedFiles(files: readonly File[]): Promise<void> {
  await caches.delete(cacheName)
  const cache = await caches.open(cacheName)
  for (const [index, file] of files.entries())
    await cache.put(
      `${sharePath}/${index}`,
      new Response(file, {
        headers: {
          'content-type': file.type || 'application/octet-stream',
          [nameHeader]: encodeURIComponent(file.name),
          [modifiedHeader]: String(file.lastModified),
        },
      }),
    )
}

/** Takes out what was shared, in order; the second time there is nothing. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in window) || !(await caches.has(cacheName))) return []
  const cache = await caches.open(cacheName)
  const files: File[] = []
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    if (!kept) continue
    files.push(
      new File([await kept.blob()], decodeURIComponent(kept.headers.get(nameHeader) ?? 'video'), {
        type: kept.headers.get('content-type') ?? '',
        lastModified: Number(kept.headers.get(modifiedHeader)),
      }),
    )
  }
  await caches.delete(cacheName)
  return files
}
