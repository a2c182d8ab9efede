/**
 * Runs Lighthouse, as a phone on slow 4G, on pages of a visitor, a rider and staff of a separate server. Each page is
 * visited cold: no cache, no service worker. The median of five runs by performance.
 *   node bench/lighthouse.ts [PAGE...]   as named in `pages`; all of them by default
 * npm fetches Lighthouse, which nothing else needs, for the first run.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import pg from 'pg'
import { api } from '#contract/paths.ts'
import type { ShareLink } from '#contract/sharing/schemas.ts'
import { startEmbedded } from '#server/core/db/embedded.ts'
import { freePort } from '#server/core/free-port.ts'
import { startServerProcess } from '#test/harness/server-process.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { keepFigures } from './keep.ts'
import { riderWithRide, sessionCookies } from './ride-page.ts'

const version = '13.5.0'
const runs = 5
const chosen = process.argv.slice(2)
const always = { accessibility: 100, 'best-practices': 95, cls: 0.02 }
const first = { ...always, performance: 95, lcpSeconds: 1.5 }
const inner = { ...always, performance: 90, lcpSeconds: 1.8 }

interface Figures {
  performance: number
  accessibility: number
  'best-practices': number
  lcpSeconds: number
  cls: number
  /** sent over the line for scripts, in thousands of bytes */
  scriptKilobytes: number
  /**
   * Lighthouse's benchmark of this machine during the run: an idle laptop has 1000 to 3000, a busy one far
   * less
   */
  machine: number
  /** audits that cost points */
  faults: string[]
}

/** The parts of Lighthouse's report (lighthouse/types/lhr/lhr.d.ts) that are read here. */
interface Result {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    {
      score: number | null
      numericValue?: number
      details?: { type: string; items: { resourceType: string; transferSize: number }[] }
    }
  >
  environment: { benchmarkIndex: number }
}

/** Runs Lighthouse in the browser that listens at a port. */
async function lighthouse(address: string, port: number): Promise<Result> {
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse', address],
      ...[`--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting'],
      '--only-categories=performance,accessibility,best-practices',
      // The session is a cookie; everything else a cold visit must not find is cleared before it.
      '--disable-storage-reset',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout)
}

const score = (result: Result, category: string) =>
  Math.round((result.categories[category]?.score ?? 0) * 100)

/** @throws {Error} if the run lists no requests */
function scriptBytes(result: Result): number {
  const details = result.audits['network-requests']?.details
  if (details?.type !== 'table') throw new Error('Lighthouse listed no requests')
  return details.items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + transferSize, 0)
}

function figuresOf(result: Result): Figures {
  const judged = [
    ...(result.categories.accessibility?.auditRefs ?? []),
    ...(result.categories['best-practices']?.auditRefs ?? []),
  ]
  return {
    performance: score(result, 'performance'),
    accessibility: score(result, 'accessibility'),
    'best-practices': score(result, 'best-practices'),
    lcpSeconds: Number(((result.audits['largest-contentful-paint']?.numericValue ?? 0) / 1000).toFixed(2)),
    cls: Number((result.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)),
    scriptKilobytes: Math.round(scriptBytes(result) / 1000),
    machine: Math.round(result.environment.benchmarkIndex),
    faults: judged
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  }
}

async function forget(browser: Browser, origin: string): Promise<void> {
  const page = await browser.contexts()[0]?.newPage()
  if (!page) throw new Error('The browser has no window')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
  await page.close()
}

/** Shows a video to everybody and makes a link to it. @returns the link's path */
async function publish(id: string, rider: ApiClient): Promise<string> {
  const link = await rider.post<ShareLink>(api.shareOn(id), {})
  const { url } = await startEmbedded({ folder: path.join(server.dataDir, 'postgres') })
  const db = new pg.Client({ connectionString: url('postgres') })
  await db.connect()
  await db.query("update videos set status = 'published', published_at = now() where id = $1", [id])
  await db.end()
  return new URL(link.url).pathname
}

const server = await startServerProcess()
const port = await freePort()
const profile = await mkdtemp(path.join(os.tmpdir(), 'trailcut-lighthouse-'))
const program = spawn(
  process.env.CHROMIUM ?? '/usr/bin/chromium',
  [
    '--headless=new',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    '--disable-gpu',
    'about:blank',
  ],
  { stdio: ['ignore', 'ignore', 'pipe'] },
)
const listening = Promise.withResolvers<void>()
program.stderr.on('data', chunk => String(chunk).includes('DevTools listening') && listening.resolve())
program.once('error', listening.reject)
program.once('exit', () => listening.reject(new Error('Chromium ended at once')))

let missed = false
try {
  await listening.promise
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const visit = async (name: string, address: string, who: ApiClient | undefined, wanted: typeof first) => {
    const context = browser.contexts()[0] as BrowserContext
    await context.clearCookies()
    if (who) await context.addCookies(sessionCookies(server, who))
    const all: Figures[] = []
    for (let run = 0; run < runs; run++) {
      await forget(browser, server.url)
      all.push(figuresOf(await lighthouse(server.url + address, port)))
    }
    const { faults, ...median } = all.sort((a, b) => a.performance - b.performance)[
      Math.floor(runs / 2)
    ] as Figures
    const good =
      median.performance >= wanted.performance &&
      median.accessibility >= wanted.accessibility &&
      median['best-practices'] >= wanted['best-practices'] &&
      median.lcpSeconds <= wanted.lcpSeconds &&
      median.cls <= wanted.cls
    missed ||= !good
    await keepFigures('lighthouse', {
      [`${name}Performance`]: median.performance,
      [`${name}Accessibility`]: median.accessibility,
      [`${name}Seconds`]: median.lcpSeconds,
    })
    console.log(`${name}: ${JSON.stringify(median)}${good ? '' : ` misses a bar; ${faults.join(', ')}`}`)
  }

  const { client: rider, id } = await riderWithRide(server)
  const staff = new ApiClient(server.url)
  await staff.signInAtChooser('admin@trailcut.example')
  const shared = await publish(id, rider)
  await rider.json(api.changeRiderPage, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'sam', shown: true }),
  })
  const pages = {
    landing: ['/', undefined, first],
    share: [shared, undefined, first],
    rider: [api.riderPage('sam'), undefined, first],
    'public-video': [`/v/${id}`, undefined, first],
    dashboard: ['/', rider, first],
    video: [`/v/${id}`, rider, first],
    upload: ['/upload', rider, inner],
    earnings: ['/earnings', rider, inner],
    review: ['/', staff, inner],
    publishing: ['/publishing', staff, inner],
    admin: ['/admin', staff, inner],
  } as const
  for (const [name, [address, who, wanted]] of Object.entries(pages))
    if (chosen.length === 0 || chosen.includes(name)) await visit(name, address, who, wanted)
  await browser.close()
} finally {
  program.kill()
  await server.stop()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(missed ? 1 : 0)
