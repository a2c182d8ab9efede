import type { ChannelKind } from '#contract/publishing.ts'
import type { Deps } from '#server/deps.ts'
import type { Connector, Publisher } from './ports.ts'
import type { SharedClock } from './time.ts'

/** One network as this server reaches it: the vendor's own addresses or the sandbox's. */
export interface Network {
  publisher: Publisher
  /** null: no credentials are set, nobody can connect a channel */
  connector: Connector | null
  standIn: boolean
  limits: { perHour: number; perDay: number }
}
export type Networks = Record<ChannelKind, Network>

export type PublishingDeps = Pick<Deps, 'db' | 'jobs' | 'objects' | 'secrets' | 'log' | 'publicUrl'> & {
  networks: Networks
  time: SharedClock
  /** Told after every step that is on record; the chaos test ends the process there. */
  onStep?: ((step: string, publicationId: string) => void) | undefined
}
