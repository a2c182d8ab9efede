import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { languageCodes } from '#contract/reading/languages.ts'

/** Vite's manifest, written by vite.config.ts: every chunk by its source, with its imports. */
type Manifest = Record<string, { file: string; isDynamicEntry?: boolean; imports?: string[] }>

const dist = path.resolve(import.meta.dirname, '../../dist')

/** Each language's build, with the kilobytes that a page may have over its budget: translations are longer. */
const builds: [string, number][] = [
  ['web', 0],
  ...languageCodes.slice(1).map((code): [string, number] => [`web-${code}`, 1.7]),
]

/** The signed-in frame around every page that visitors don't see. */
const shell = 'app/shell/shell.tsx'
/**
 * Kilobytes of gzipped JavaScript until a page is usable, without headers: few large files beat many small ones, even
 * if they weigh a little more here. 110 for the landing page is a promise.
 */
const visitorBudgets: Record<string, number> = {
  'pages/landing/landing-page.tsx': 110,
  'pages/two-step/two-step-page.tsx': 109,
  'pages/legal/terms-page.tsx': 104.8,
  'pages/legal/privacy-page.tsx': 104.8,
  'pages/embed/embed-page.tsx': 128.8,
  'pages/shared/shared-page.tsx': 113.5,
  // A published video as anyone sees it, before play.
  'pages/video/public/public-page.tsx': 115,
  'pages/ui-gallery/gallery-page.tsx': 160,
}
const budgets: Record<string, number> = {
  'pages/dashboard/dashboard-page.tsx': 127.5,
  'pages/upload/upload-page.tsx': 126,
  'pages/enhanced-dashboard/enhanced-dashboard-page.tsx': 173,
  'pages/review/review-page.tsx': 175,
  'pages/admin/admin-page.tsx': 172.6,
  // Two privacy choices with their texts and the private places, sessions, two-step verification, preferences, language and units.
  'pages/settings/settings-page.tsx': 166.5,
  'pages/subscriptions/premium-page.tsx': 161.7,
  'pages/publishing/publishing-page.tsx': 165,
  // Until play is pressed: the player and streaming code load on demand. Together with headers and what comes a moment
  // later, at most 150 may arrive: test/e2e/videos/bytes-before-play.spec.ts.
  'pages/video/video-page.tsx': 146,
}
/** Any other signed-in page; a page that needs more must be listed above. */
const otherwise = 160
/** Loaded on demand: each chunk alone, without what its page has already loaded. */
const laterBudgets: Record<string, number> = {
  'node_modules/hls.js/dist/hls.light.mjs': 118,
  'features/analysis/ai-dialog.tsx': 20,
  // With sharing and the cover picker.
  'pages/dashboard/details-dialog.tsx': 14,
  'features/editor/editor-dialog.tsx': 24,
  'features/ride-data/ride-data-view.tsx': 18,
  // The reel maker with its music and its preview, which loads a stream again when a decoder fails.
  'features/reels/reels-section.tsx': 26,
}

interface Build {
  manifest: Manifest
  /** Kilobytes of the scripts among these files, gzipped. */
  total(files: Iterable<string>): number
  /** Files that must load before these chunks run: themselves and all their imports. */
  closureOf(...sources: string[]): Set<string>
}

function readBuild(name: string): Build {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(dist, `${name}.manifest.json`), 'utf8'))
  const sizes = new Map<string, number>()
  const kilobytes = (file: string): number => {
    if (!file.endsWith('.js')) return 0
    const size =
      sizes.get(file) ?? gzipSync(readFileSync(path.join(dist, name, file)), { level: 9 }).length / 1000
    sizes.set(file, size)
    return size
  }
  function closureOf(...sources: string[]): Set<string> {
    const seen = new Set<string>()
    const visit = (source: string) => {
      const chunk = manifest[source]
      if (!chunk) throw new Error(`${source} is no chunk of the build: run npm start, which builds it`)
      if (seen.has(source)) return
      seen.add(source)
      chunk.imports?.forEach(visit)
    }
    sources.forEach(visit)
    return new Set([...seen].map(source => manifest[source]?.file ?? ''))
  }
  return { manifest, closureOf, total: files => [...files].reduce((sum, file) => sum + kilobytes(file), 0) }
}

const frameOf = (page: string) => (page in visitorBudgets ? ['index.html'] : ['index.html', shell])
const budgetOf = (page: string) => visitorBudgets[page] ?? budgets[page] ?? otherwise

test.each(builds)('no page of %s loads more JavaScript than its budget', (name, extra) => {
  const { manifest, total, closureOf } = readBuild(name)
  const pages = Object.keys(manifest).filter(
    source => manifest[source]?.isDynamicEntry && source.endsWith('-page.tsx'),
  )
  const rows = pages.map(page => {
    const used = total(closureOf(...frameOf(page), page))
    return {
      page: page.replace('pages/', ''),
      'kB gzipped': Number(used.toFixed(1)),
      budget: budgetOf(page) + extra,
    }
  })
  console.table(rows.sort((a, b) => b['kB gzipped'] - a['kB gzipped']))
  const named = [...Object.keys(visitorBudgets), ...Object.keys(budgets)]
  expect(named.filter(page => !pages.includes(page))).toEqual([])
  expect(rows.filter(row => row['kB gzipped'] > row.budget)).toEqual([])
})

test.each(builds)('chunks of %s loaded on demand stay within their budgets', (name, extra) => {
  const { manifest, total, closureOf } = readBuild(name)
  // Every dialog and menu needs Radix, so it counts for none of them.
  const around = closureOf(
    'index.html',
    shell,
    'app/shell/menu-list.tsx',
    'pages/dashboard/dashboard-page.tsx',
  )
  const rows = Object.entries(laterBudgets).map(([part, most]) => {
    const source = Object.keys(manifest).find(key => key.endsWith(part)) ?? part
    const used = total([...closureOf(source)].filter(file => !around.has(file)))
    return { part, 'kB gzipped': Number(used.toFixed(1)), budget: most + extra }
  })
  console.table(rows)
  expect(rows.filter(row => row['kB gzipped'] > row.budget)).toEqual([])
})

test.each(builds)('%s carries no schemas: values it needs stand in contract files without them', name => {
  const assets = path.join(dist, name, 'assets')
  const carrying = readdirSync(assets)
    .filter(file => file.endsWith('.js'))
    .filter(file =>
      readFileSync(path.join(assets, file), 'utf8').includes('synchronous parse. Use .parseAsync'),
    )
  expect(carrying).toEqual([])
})
