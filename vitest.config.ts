import { configDefaults, defineConfig } from 'vitest/config'
import { reachingAny, sources } from './test/harness/imports.ts'
import { leftOut } from './test/harness/long-tests.ts'

/** Whatever imports one of these needs a database, a rendered clip, a whole server or the built web app. */
const heavy = [
  'server/core/db/embedded.ts',
  'test/harness/cluster.ts',
  'test/harness/server-process.ts',
  'test/media/clip.ts',
  'test/media/make.ts',
  'test/media/ride.ts',
  'lab/ride/render.ts',
  'test/checks/byte-budgets.test.ts',
]

const tests = ['contract', 'gauges', 'lab', 'languages', 'sandbox', 'server', 'telemetry', 'test', 'web']
  .flatMap(sources)
  .filter(file => file.endsWith('.test.ts'))
const integration = reachingAny(tests, heavy)
const unit = tests.filter(file => !integration.has(file))

const shared = {
  exclude: [...configDefaults.exclude, 'test/e2e/**', ...leftOut],
  // Limits for what hangs, not goals for speed: a busy machine may be five times slower than an idle one.
  expect: { poll: { timeout: 45_000, interval: 50 } },
  setupFiles: [
    'test/harness/closed-network.ts',
    'test/harness/count-assertions.ts',
    'test/harness/published-stripe.ts',
  ],
}

export default defineConfig({
  test: {
    // One more than the two processors this is measured on: many tests wait for a database or a child process.
    maxWorkers: 3,
    // Modules are loaded once for each worker: a process for each file took a third of the time of the unit tests.
    isolate: false,
    projects: [
      { test: { ...shared, name: 'unit', include: unit, testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          ...shared,
          name: 'integration',
          include: [...integration],
          globalSetup: ['test/harness/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
