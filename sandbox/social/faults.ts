import { z } from 'zod'

/** Calls that faults can be injected into. */
export const faultPlaces = [
  'open',
  'upload',
  'ask',
  'finish',
  'status',
  'list',
  'stats',
  'token',
  'thumbnail',
  'change',
] as const
export type FaultPlace = (typeof faultPlaces)[number]

/**
 * lost: the call never arrives. answer_lost: the call is processed but its answer is lost. error: 500 or 503
 * before processing. cut: the connection breaks after some bytes. expire: the upload's address stops working.
 * revoke: the account withdraws its permission. quota: the day's quota is used up. throttle: 429.
 */
export const faultKinds = [
  'lost',
  'answer_lost',
  'error',
  'cut',
  'expire',
  'revoke',
  'quota',
  'throttle',
] as const
export const faultBody = z.object({
  on: z.enum(faultPlaces),
  kind: z.enum(faultKinds),
  times: z.number().int().min(1).max(100_000).default(1),
  /** for cut: number of request bytes before the connection breaks */
  afterBytes: z.number().int().min(0).optional(),
})
export type Fault = z.infer<typeof faultBody>

/** Every call fails with this probability, in one of these ways, determined by the seed. */
export const chaosBody = z.object({
  rate: z.number().min(0).max(1),
  seed: z.number().int().default(1),
  kinds: z.array(z.enum(faultKinds)).min(1),
})

/** mulberry32: small, seeded, good enough to pick faults. */
function random(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = a
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The next faults, ordered or random. */
export class Faults {
  #ordered: Fault[] = []
  #chaos: { rate: number; kinds: Fault['kind'][]; next: () => number } | null = null
  /** how often each kind was injected */
  readonly injected: Partial<Record<Fault['kind'], number>> = {}

  order(fault: Fault): void {
    this.#ordered.push({ ...fault })
  }
  chaos({ rate, seed, kinds }: z.infer<typeof chaosBody>): void {
    this.#chaos = rate > 0 ? { rate, kinds, next: random(seed) } : null
  }
  clear(): void {
    this.#ordered = []
    this.#chaos = null
  }

  /** The fault for this call, if any. */
  take(on: FaultPlace): Fault | null {
    const found = this.#take(on)
    if (found) this.injected[found.kind] = (this.injected[found.kind] ?? 0) + 1
    return found
  }

  #take(on: FaultPlace): Fault | null {
    const index = this.#ordered.findIndex(f => f.on === on)
    const fault = this.#ordered[index]
    if (fault) {
      fault.times--
      if (fault.times <= 0) this.#ordered.splice(index, 1)
      return fault
    }
    if (!this.#chaos || this.#chaos.next() >= this.#chaos.rate) return null
    const { kinds, next } = this.#chaos
    const kind = kinds[Math.floor(next() * kinds.length)] as Fault['kind']
    if (!fits(kind, on)) return null
    return { on, kind, times: 1, afterBytes: Math.floor(next() * 400_000) }
  }
}

/** Not every call can fail in every way. */
function fits(kind: Fault['kind'], on: FaultPlace): boolean {
  if (kind === 'cut' || kind === 'expire') return on === 'upload'
  if (kind === 'quota') return on === 'open'
  if (kind === 'revoke') return on === 'open' || on === 'status'
  // If a rotating token endpoint's answer is lost, the only way out is to reconnect.
  if (on === 'token') return kind === 'error'
  return true
}
