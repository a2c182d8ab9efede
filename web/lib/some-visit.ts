import { type Visit, visitsAre } from './visit.ts'

/** For tests of what depends on who looks: somebody does, in English and UTC. */
export function visitSomehow(): void {
  const visit: Visit = {
    fetch: () => Promise.reject(new Error('A unit test asks no server')),
    origin: 'http://localhost',
    locale: 'en-US',
    zone: 'UTC',
    units: 'metric',
    drawing: null,
  }
  visitsAre(() => visit)
}
