import { type BrowserContext, type ConsoleMessage, type Page, test as plain } from '@playwright/test'
import { cloneTemplate } from '../harness/cluster.ts'
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts'
import { closeServerDatabase } from './server-database.ts'

export * from '@playwright/test'

/** Log lines of this worker's servers and pages, attached to a failing test. */
const said: { by: 'server' | 'console'; at: number; line: string }[] = []
const note = (by: 'server' | 'console', line: string) => said.push({ by, at: Date.now(), line })

type Settings = Record<string, string>

/** A server with its own database and folder; specs find it by `base()`. */
async function startServer(env: Settings): Promise<ServerProcess> {
  await closeServerDatabase()
  const databaseUrl = await cloneTemplate(process.env.E2E_DATABASES as string)
  const server = await startServerProcess({
    env: { LOG_LEVEL: 'info', ...env, DATABASE_URL: databaseUrl },
    onLine: line => note('server', line),
  })
  Object.assign(process.env, {
    E2E_URL: server.url,
    E2E_DATA_DIR: server.dataDir,
    E2E_DATABASE_URL: databaseUrl,
  })
  return server
}

const lineOf = (message: ConsoleMessage) =>
  `${message.type()} ${message.text()} (${message.location().url}:${message.location().lineNumber})`

/** Files of the app and of others, and addresses that no page asks for when it opens. */
const aside = /assets|gsi|login|stripe|m3u8|m4s|sandbox|\.mp4/

/**
 * A spec that answers the calls of a page itself gets pages which the browser draws, as a busy server leaves them to
 * it: what the server draws is answered within the server.
 */
function leaveDrawing(page: Page): void {
  const { route, unrouteAll } = page
  let left = false
  page.unrouteAll = options => {
    left = false
    return unrouteAll.call(page, options)
  }
  page.route = async (url, handler, options) => {
    if (!left && !aside.test(String(url))) {
      left = true
      await route.call(page, '**', async (found, request) => {
        if (request.resourceType() !== 'document' || new URL(request.url()).pathname.startsWith('/api/'))
          return found.fallback()
        await found.continue({ url: new URL('/index.html', request.url()).href })
      })
    }
    return route.call(page, url, handler, options)
  }
}

/** How to wait in a page: looking in every frame, as by default, makes it draw 60 of them a second. Milliseconds. */
export const unhurried = { polling: 50 }

/**
 * A page is opened when its app has taken over, unless a spec wants less: what is typed and pressed before is the subject
 * of specs of their own.
 */
function awaitApp(page: Page): void {
  const { goto, reload } = page
  const until = async <R>(answer: R, less: boolean): Promise<R> => {
    if (!less)
      await page.waitForFunction(() => !('earlyInput' in window), null, unhurried).catch(() => undefined)
    return answer
  }
  page.goto = async (url, options) => until(await goto.call(page, url, options), !!options?.waitUntil)
  page.reload = async options => until(await reload.call(page, options), !!options?.waitUntil)
}

function listen(context: BrowserContext): void {
  context.on('page', page => {
    leaveDrawing(page)
    awaitApp(page)
  })
  context.on('console', message => note('console', lineOf(message)))
  context.on('weberror', thrown => note('console', `uncaught ${thrown.error().stack}`))
  context.on('requestfailed', request =>
    note('console', `failed ${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  )
}

/**
 * The `test` of every browser spec. Each worker shares one server among its specs; a spec whose lists must hold
 * only its own data, like one that signs in staff, calls `runOnOwnServer`. A failing test leaves a screenshot, the
 * console of its pages and the server's log of that time.
 */
export const test = plain.extend<{ evidence: undefined }, { workerServer: undefined }>({
  workerServer: [
    async ({ browser }, use) => {
      browser.on('context', listen)
      const server = await startServer({})
      await use(undefined)
      await closeServerDatabase()
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  evidence: [
    async ({ workerServer: _, browser }, use, info) => {
      const began = Date.now()
      const before = new Set(browser.contexts())
      await use(undefined)
      if (info.status !== info.expectedStatus)
        for (const by of ['server', 'console'] as const) {
          const lines = said
            .filter(one => one.by === by && one.at >= began)
            .map(({ at, line }) => `${new Date(at).toISOString()} ${line}`)
          await info.attach(`${by}.log`, { body: lines.join('\n'), contentType: 'text/plain' })
        }
      said.length = 0
      // A page left open would keep polling, playing and drawing during the next tests.
      for (const context of browser.contexts()) if (!before.has(context)) await context.close()
    },
    { auto: true },
  ],
})

/**
 * Gives the tests of a file their own server, so that lists hold nothing left behind by other specs.
 * @param env additional settings, or a function that returns them
 */
export function runOnOwnServer(env: Settings | (() => Promise<Settings>) = {}): void {
  let shared: NodeJS.ProcessEnv = {}
  let server: ServerProcess | undefined
  test.beforeAll(async () => {
    const { E2E_URL, E2E_DATA_DIR, E2E_DATABASE_URL } = process.env
    shared = { E2E_URL, E2E_DATA_DIR, E2E_DATABASE_URL }
    server = await startServer(typeof env === 'function' ? await env() : env)
    process.env.E2E_OWN_SERVER = 'yes'
  })
  test.afterAll(async () => {
    await closeServerDatabase()
    Object.assign(process.env, shared)
    delete process.env.E2E_OWN_SERVER
    await server?.stop()
  })
}
