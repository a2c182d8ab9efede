import { headFiles } from './rules.ts'
import { build } from './scope.ts'

const prefix = 'shell-'
const current = prefix + build.version
const page = '/index.html'
/** The compressed and the plain file are one file. */
const sameFile = { ignoreVary: true }

/**
 * Caches this build's shell. The page is fetched past every cache and must name this build's entry script: otherwise a
 * newer build is deployed already, and this worker gives way to it.
 */
export async function storeShell(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-store' })
  if (!answer.ok || !(await answer.clone().text()).includes(build.entry))
    throw new Error('The page on the server belongs to another build')
  const cache = await caches.open(current)
  await cache.put(page, answer)
  await cache.addAll([...headFiles, ...build.shell])
}

/** Removes the shells of other builds. Runs when none of their pages is open any more. */
export async function dropOtherShells(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter(name => name.startsWith(prefix) && name !== current).map(name => caches.delete(name)),
  )
}

const kept = async (request: Request | string): Promise<Response | undefined> =>
  (await caches.open(current)).match(request, sameFile)

/** The newest page while online; offline, this build's page, whose scripts are all cached. */
export async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const shell = await kept(page)
    if (!shell) throw error
    return shell
  }
}

/** A hashed name identifies its content, so the cached file is always right. */
export async function answerAsset(request: Request): Promise<Response> {
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
export async function answerFile(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const found = await kept(request)
    if (!found) throw error
    return found
  }
}
