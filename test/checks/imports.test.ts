import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, reachedFrom, sources, specifiersOf } from '#test/harness/imports.ts'
import manifest from '../../package.json' with { type: 'json' }
import { optionalPackages } from '../../scripts/setup.mjs'

const root = path.resolve(import.meta.dirname, '../..')

/** Which slices each slice may call. A new folder under server/ must be added here. */
const arrows: Record<string, string[]> = {
  core: [],
  audit: [],
  docs: [],
  // Covers all money; no slice calls it.
  accounting: ['accounts', 'audit', 'ledger'],
  accounts: ['audit', 'mail'],
  mail: [],
  notifications: ['mail'],
  streaming: [],
  // Tells riders' own programs what happened.
  webhooks: ['accounts', 'audit', 'mail'],
  videos: ['mail', 'notifications', 'streaming', 'webhooks'],
  // Joins the chapters of one recording.
  chapters: ['videos'],
  analysis: ['accounts', 'chapters', 'mail', 'notifications', 'videos', 'webhooks'],
  // Music that people bring for their reels.
  music: ['audit', 'videos'],
  clips: ['analysis', 'music', 'streaming', 'videos'],
  // Reels made by riders and staff.
  reels: ['accounts', 'analysis', 'audit', 'clips', 'music', 'notifications', 'videos'],
  // Learns score weights from reviews.
  learning: ['accounts', 'analysis', 'audit', 'notifications', 'videos'],
  // A video's cover picture.
  covers: ['audit', 'review', 'streaming', 'videos'],
  review: [
    'accounts',
    'analysis',
    'audit',
    'chapters',
    'clips',
    'learning',
    'notifications',
    'platforms',
    'videos',
    'webhooks',
  ],
  ledger: [],
  subscriptions: ['accounts', 'audit', 'ledger', 'mail', 'notifications'],
  earnings: ['audit', 'ledger', 'notifications', 'subscriptions', 'videos'],
  payouts: ['accounts', 'audit', 'earnings', 'ledger', 'mail', 'notifications', 'subscriptions', 'webhooks'],
  // Receives Stripe's events for all of money; no slice calls it.
  'stripe-events': ['earnings', 'ledger', 'payouts', 'subscriptions'],
  // Talks to the vendors; knows nothing about videos and queues.
  platforms: [],
  publishing: [
    'accounts',
    'analysis',
    'audit',
    'chapters',
    'clips',
    'earnings',
    'music',
    'notifications',
    'platforms',
    'reels',
    'review',
    'streaming',
    'videos',
  ],
  // Serves what a rider shares by link.
  sharing: ['accounts', 'analysis', 'audit', 'clips', 'mail', 'music', 'notifications', 'videos'],
  privacy: ['accounting', 'accounts', 'audit', 'clips', 'notifications', 'payouts', 'publishing', 'videos'],
  // On top of everything; no slice calls it.
  admin: [
    'accounts',
    'analysis',
    'audit',
    'clips',
    'earnings',
    'ledger',
    'mail',
    'notifications',
    'payouts',
    'publishing',
    'review',
    'sharing',
    'streaming',
    'subscriptions',
    'videos',
  ],
}

interface Import {
  from: string
  target: string
}

const importsFrom = (file: string): Import[] => importsOf(file).map(target => ({ from: file, target }))

const sliceOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1]
const isTest = (file: string) => /(\.test\.tsx?|\/testing\.ts)$/.test(file)

const serverImports = sources('server').flatMap(importsFrom)

test('every slice of the server is in the table of arrows', () => {
  const folders = readdirSync(path.join(root, 'server'), { withFileTypes: true }).filter(e => e.isDirectory())
  expect(folders.map(e => e.name).sort()).toEqual(Object.keys(arrows).sort())
})

test('slices call each other only along the arrows and through their public face', () => {
  const wrong = serverImports.filter(({ from, target }) => {
    const [here, there] = [sliceOf(from), sliceOf(target)]
    if (!here || !there || here === there || there === 'core') return false
    const allowed = arrows[here]?.includes(there) && target === `server/${there}/index.ts`
    return !allowed && !isTest(from)
  })
  expect(wrong).toEqual([])
})

test('rules do no I/O', () => {
  const wrong = serverImports.filter(
    ({ from, target }) =>
      /\/(rules|policy)\.ts$/.test(from) &&
      !/^contract\/|\/(rules|policy)\.ts$|\/types\.ts$|\/anchors\.ts$|core\/media\/probe\.ts$|core\/(money|sentences|time-zone)\.ts$/.test(
        target,
      ),
  )
  expect(wrong).toEqual([])
})

test('the analysis of a file loads no other slice, no database, no queue and no web server', () => {
  const files = reachedFrom('server/analysis/analyze.ts')
  const allowed = /^server\/(analysis\/.+|core\/(media\/|tracing\/trace|db\/(told|slow-calls))?[\w-]*\.ts)$/
  const wrong = files.filter(file => file.startsWith('server/') && !allowed.test(file))
  expect(wrong).toEqual([])
  expect(files).toContain('server/analysis/same-ride/prints.ts')
})

test('a step of the analysis needs no later one', () => {
  const steps = ['observe', 'clock', 'detect', 'weigh', 'choose', 'describe'].map(
    name => `server/analysis/${name}.ts`,
  )
  const ahead = steps.flatMap((step, i) => {
    const files = reachedFrom(step)
    return steps.slice(i + 1).flatMap(later => (files.includes(later) ? [`${step} → ${later}`] : []))
  })
  expect(ahead).toEqual([])
})

/** From the bottom up: each layer of the web app may import from those before it. */
const layers = ['lib', 'ui', 'entities', 'features', 'pages', 'app']

/** Which features render parts of which others. */
const featureArrows: Record<string, string[]> = {
  analysis: ['sharing', 'telemetry'],
  desk: ['accounting', 'payouts'],
  editor: ['analysis', 'publishing', 'review'],
  payouts: ['accounting', 'accounts', 'subscriptions'],
  publishing: ['review'],
  reels: ['editor', 'sharing'],
  sharing: ['accounts'],
  subscriptions: ['accounts'],
  upload: ['analysis', 'chapters', 'editor', 'telemetry', 'video-facts', 'sharing'],
  'video-facts': ['review', 'sharing'],
}

test('the web app is layered, and a layer imports only from those below it', () => {
  const placeOf = (file: string) => {
    const [, layer = '', slice = ''] = file.split('/')
    return { rank: layers.indexOf(layer), slice, layer }
  }
  const folders = readdirSync(path.join(root, 'web'), { withFileTypes: true }).filter(e => e.isDirectory())
  const outside = ['public', 'service-worker']
  expect(folders.map(e => e.name).sort()).toEqual([...layers, ...outside].sort())
  const wrong = layers
    .flatMap(layer => sources(`web/${layer}`))
    .flatMap(importsFrom)
    .filter(({ from, target }) => {
      if (!target.startsWith('web/')) return false
      const [here, there] = [placeOf(from), placeOf(target)]
      if (there.rank < 0 || there.rank > here.rank) return true
      if (there.rank < here.rank || there.slice === here.slice) return false
      if (here.layer === 'features') return !featureArrows[here.slice]?.includes(there.slice)
      // The gallery shows every page that has no address.
      return here.layer === 'pages' && here.slice !== 'ui-gallery'
    })
  expect(wrong).toEqual([])
})

test('the contract imports none of our code, gauges only the contract, and the web app nothing from the server', () => {
  expect(
    sources('contract')
      .flatMap(importsFrom)
      .filter(({ target }) => !target.startsWith('contract/')),
  ).toEqual([])
  expect(
    sources('gauges')
      .filter(file => !isTest(file))
      .flatMap(importsFrom)
      .filter(({ target }) => !/^(contract|gauges)\//.test(target)),
  ).toEqual([])
  const leaks = sources('web')
    .flatMap(importsFrom)
    .filter(
      ({ target }) => /^(server|lab|sandbox|test|db)\//.test(target) && !target.startsWith('telemetry/'),
    )
  expect(leaks).toEqual([])
})

test('the server loads the sandbox in one place, only in sandbox mode, and the lab nowhere', () => {
  const wrong = sources('server').filter(
    file =>
      !isTest(file) &&
      specifiersOf(file).some(({ name, kind }) => kind === 'static' && name.startsWith('#sandbox/')),
  )
  expect(wrong).toEqual([])
  expect(serverImports.filter(({ from, target }) => target.startsWith('lab/') && !isTest(from))).toEqual([])
  const dynamic = serverImports.filter(({ target }) => target.startsWith('sandbox/'))
  expect([...new Set(dynamic.map(({ from }) => from).filter(from => !isTest(from)))].sort()).toEqual([
    'server/resources.ts',
    'server/server.ts',
    'server/system.ts',
  ])
})

test('what a start runs needs only the packages that it installs', () => {
  const scripts = [
    ...['ride', 'evaluate', 'ledger-check', 'ledger-reconcile', 'vendors-check'],
    ...['doctor', 'backup', 'restore'],
  ]
  const files = new Set([
    ...['contract', 'gauges', 'languages', 'server', 'telemetry', 'sandbox', 'web', 'scripts/vite'].flatMap(
      sources,
    ),
    ...scripts.flatMap(name => reachedFrom(`scripts/${name}.ts`)),
    'vite.config.ts',
  ])
  const installed = [...Object.keys(manifest.dependencies), ...Object.values(optionalPackages).flat()]
  const isInstalled = (name: string) => installed.some(one => name === one || name.startsWith(`${one}/`))
  const wrong = [...files]
    .filter(file => /\.tsx?$/.test(file) && !isTest(file))
    .flatMap(file =>
      specifiersOf(file)
        .filter(({ name, kind }) => kind !== 'type' && /^[@a-z]/.test(name) && !/^(node|virtual):/.test(name))
        .filter(({ name }) => !isInstalled(name))
        .map(({ name }) => `${file}: ${name}`),
    )
  expect(wrong).toEqual([])
})
