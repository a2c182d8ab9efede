import { keepSharedFiles, sharedField, sharedParameter } from '../lib/shared-files.ts'
import { handlingOf, headFiles } from './rules.ts'

/**
 * The parts of the Service Worker API that are used here. TypeScript has them in its 'webworker' library only,
 * which cannot be loaded beside 'dom' in one program.
 */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

// The only cast past the compiler: this file is loaded as a service worker, which its types don't know.
const worker = globalThis as unknown as WorkerScope

/** Filled in by the build (scripts/vite/service-worker.ts). */
interface Build {
  /** changes with every file of the shell */
  version: string
  /** the entry script of this build's page */
  entry: string
  /** URLs of the scripts, styles and fonts that every shell screen needs */
  shell: string[]
}
declare const __BUILD__: Build
const build: Build = __BUILD__

// A new build waits until the last page of the old one is closed: no page ever runs on two builds.
worker.addEventListener('install', event => event.waitUntil(storeShell()))

worker.addEventListener('activate', event =>
  // No navigation preload: pages left to the server would be requested twice, and an emailed sign-in link
  // works once.
  event.waitUntil(Promise.all([dropOtherShells(), worker.clients.claim()])),
)

worker.addEventListener('fetch', event => {
  const { request } = event
  const handling = handlingOf(request, worker.location.origin)
  if (handling === 'share') event.respondWith(receiveShare(request))
  else if (handling === 'page') event.respondWith(answerPage(request))
  else if (handling === 'asset') event.respondWith(answerAsset(request))
  else if (handling === 'file') event.respondWith(answerFile(request))
})

/** Receives what a phone's gallery sends with 'Share' and opens the upload page with it selected. */
async function receiveShare(request: Request): Promise<Response> {
  const leadTo = (outcome: string) =>
    Response.redirect(new URL(`/upload?${sharedParameter}=${outcome}`, request.url).href, 303)
  try {
    const parts = (await request.formData()).getAll(sharedField)
    // A form without a file sends one without a name.
    const files = parts.filter(part => part instanceof File && part.name !== '') as File[]
    if (files.length === 0) return leadTo('failed')
    await keepSharedFiles(files)
    return leadTo('ready')
  } catch (error) {
    console.error('What was shared could not be kept', error)
    return leadTo('failed')
  }
}

const prefix = 'shell-'
const current = prefix + build.version
const page = '/index.html'
/** The compressed and the plain file are one file. */
const sameFile = { ignoreVary: true }

/**
 * Caches this build's shell. The page is fetched past every cache and must name this build's entry script: otherwise a
 * newer build is deployed already, and this worker gives way to it.
 */
async function storeShell(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-store' })
  if (!answer.ok || !(await answer.clone().text()).includes(build.entry))
    throw new Error('The page on the server belongs to another build')
  const cache = await caches.open(current)
  await cache.put(page, answer)
  await cache.addAll([...headFiles, ...build.shell])
}

/** Removes the shells of other builds. Runs when none of their pages is open any more. */
async function dropOtherShells(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter(name => name.startsWith(prefix) && name !== current).map(name => caches.delete(name)),
  )
}

const kept = async (request: Request | string): Promise<Response | undefined> =>
  (await caches.open(current)).match(request, sameFile)

/** The newest page while online; offline, this build's page, whose scripts are all cached. */
async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const shell = await kept(page)
    if (!shell) throw error
    return shell
  }
}

/** A hashed name identifies its content, so the cached file is always right. */
async function answerAsset(request: Request): Promise<Response> {
  const found = await kept(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.status === 200) {
    const cache = await caches.open(current)
    await cache.put(request, answer.clone())
  }
  return answer
}

/** An unhashed name: the server's file, else the cached one. */
async function answerFile(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const found = await kept(request)
    if (!found) throw error
    return found
  }
}
