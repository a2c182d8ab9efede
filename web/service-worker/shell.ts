import { headFiles } from './rules.ts'
import { build } from './scope.ts'

const prefix = 'shell-'
const current = prefix + build.version
const page = '/index.html'
/** The compressed and the plain file are one file. */
const sameFile = { ignoreVary: true }

/**
 * Puts the shell of this build in a cache of its own. The page is asked for past every cache and must name this
 * build's entry script: else a newer build is out already, and this worker gives way to the next one.
 */
export async function storeShell(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-store' })
  if (!answer.ok || !(await answer.clone().text()).includes(build.entry))
    throw new Error('The page on the server belongs to another build')
  const cache = await caches.open(current)
  await cache.put(page, answer)
  await cache.addAll([...headFiles, ...build.shell])
}

/** Removes the shells of other builds. Runs when no page of theirs is open any more. */
export async function dropOtherShells(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter(name => name.startsWith(prefix) && name !== current).map(name => caches.delete(name)),
  )
}

const kept = async (request: Request | string): Promise<Response | undefined> =>
  (await caches.open(current)).match(request, sameFile)

/** The newest page while there is a line; without one the page of this build, whose scripts are all kept. */
export async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const shell = await kept(page)
    if (!shell) throw error
    return shell
  }
}

/** A name with a hash is its content: what is kept needs no question. */
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

/** A name without a hash: the server's, else the kept one. */
export async function answerFile(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const found = await kept(request)
    if (!found) throw error
    return found
  }
}
