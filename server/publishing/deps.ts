import type { Deps } from '#server/deps.ts'
import type { Networks } from '#server/platforms/index.ts'
import type { SharedClock } from './time.ts'

export type PublishingDeps = Pick<Deps, 'db' | 'jobs' | 'objects' | 'secrets' | 'log' | 'publicUrl'> & {
  networks: Networks
  time: SharedClock
  /** Called after every recorded step; the chaos test ends the process there. */
  onStep?: ((step: string, publicationId: string) => void) | undefined
}
