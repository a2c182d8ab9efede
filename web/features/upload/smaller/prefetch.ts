import { hasHardware } from './hardware.ts'
import workerUrl from './smaller-worker.ts?worker&url'

/** Fetches what makes a film smaller, where the device can: it works without a connection then. */
async function prefetch(): Promise<void> {
  await import('./smaller-offer.tsx')
  if (await hasHardware()) await fetch(workerUrl)
}

prefetch().catch(() => undefined)
