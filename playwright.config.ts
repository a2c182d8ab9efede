import os from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { leftOut } from './test/harness/long-tests.ts'

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: 'test/e2e',
  testIgnore: leftOut.map(file => `**/${file}`),
  outputDir: 'artifacts/playwright',
  fullyParallel: false,
  // A worker is a browser of several processes and a server: a third one on two processors made the run a quarter longer.
  workers: Math.max(2, Math.floor(os.availableParallelism() / 2)),
  // What passes on its second try doesn't stop a release, and is listed at the end (docs/decisions/023).
  retries: 1,
  // Limits for what hangs, not goals for speed: a busy machine may be five times slower than an idle one.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 90_000 } },
  reporter: [['list'], ['json'], ['./test/e2e/timing-reporter.ts']],
  globalSetup: './test/e2e/global-setup.ts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Without a graphics card every moving thing takes processor time from what is tested; landing.spec.ts lets it move.
    contextOptions: { reducedMotion: 'reduce' },
    // Minutes of the whole run went into traces that nobody looked at; the page's snapshot is kept all the same.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A worker answers in place of what a spec intercepts; pwa.spec.ts lets it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        '--disable-gpu',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
