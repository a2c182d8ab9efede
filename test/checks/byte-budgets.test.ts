import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { languageCodes } from '#contract/reading/languages.ts'
import { filesOf } from '#server/core/http/web/drawn-pages.ts'

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

interface Kind {
  /** without the frame of signed-in people */
  open?: true
  /** kilobytes of gzipped JavaScript until the page is usable, without headers */
  most: number
  pages: RegExp
}

/** Few large files beat many small ones, even if they weigh a little more here. The first kind that fits counts. */
const kinds: Kind[] = [
  // A promise for the landing page; the others have less to show.
  { open: true, most: 110.5, pages: /^(landing|legal|two-step)/ },
  // With the player.
  { open: true, most: 131.7, pages: /^embed/ },
  { open: true, most: 160, pages: /^ui-gallery/ },
  { open: true, most: 118, pages: /^(shared|rider|video\/public)/ },
  // What riders open all day.
  { most: 130, pages: /^(dashboard|upload|inbox|profile)/ },
  { most: 136.8, pages: /^earnings/ },
  // Until play is pressed: the player and streaming code load on demand. Together with headers and what comes a moment
  // later, at most 150 may arrive: test/e2e/videos/bytes-before-play.spec.ts.
  { most: 142.4, pages: /^video\// },
  // Forms, and the desks of staff.
  { most: 174.8, pages: /./ },
]
/** Loaded on demand: each chunk alone, without what its page has already loaded. */
const laterBudgets: Record<string, number> = {
  'node_modules/hls.js/dist/hls.light.mjs': 118,
  'features/analysis/ai-dialog.tsx': 20,
  // With the timeline, the bar under it and the cover picker.
  'pages/dashboard/details-dialog.tsx': 21.7,
  'features/editor/editor-dialog.tsx': 24.5,
  'features/ride-data/ride-data-view.tsx': 18,
  // With the screen around it, and what cuts a film or puts another picture into it.
  'features/upload/stretch/stretch-picker.tsx': 29.2,
  // What it encodes with is a worker.
  'features/upload/smaller/smaller-offer.tsx': 12,
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
    for (const source of sources)
      if (!manifest[source])
        throw new Error(`${source} is no chunk of the build: run npm start, which builds it`)
    return new Set(filesOf(sources, manifest).scripts)
  }
  return { manifest, closureOf, total: files => [...files].reduce((sum, file) => sum + kilobytes(file), 0) }
}

const kindOf = (page: string) => kinds.find(({ pages }) => pages.test(page.replace('pages/', ''))) as Kind

test.each(builds)('no page of %s loads more JavaScript than its budget', (name, extra) => {
  const { manifest, total, closureOf } = readBuild(name)
  const pages = Object.keys(manifest).filter(
    source => manifest[source]?.isDynamicEntry && source.endsWith('-page.tsx'),
  )
  const rows = pages.map(page => {
    const { open, most } = kindOf(page)
    const used = total(closureOf('index.html', ...(open ? [] : [shell]), page))
    return {
      page: page.replace('pages/', ''),
      'kB gzipped': Number(used.toFixed(1)),
      budget: most + extra,
    }
  })
  console.table(rows.sort((a, b) => b['kB gzipped'] - a['kB gzipped']))
  expect(kinds.filter(kind => !pages.some(page => kindOf(page) === kind))).toEqual([])
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

test.each(builds)('what draws the pages of %s has no code for development', name => {
  expect(readFileSync(path.join(dist, `${name}-server`, 'draw.js'), 'utf8')).not.toMatch(/\bNODE_ENV\b/)
})
