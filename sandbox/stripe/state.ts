import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { noSuch } from './errors.ts'
import type { Kind, Kinds } from './types.ts'

/** An answer that is repeated for the same idempotency key. */
export interface Remembered {
  /** when the answer was given, Unix seconds */
  at: number
  fingerprint: string
  status: number
  body: unknown
}
type Row =
  | { kind: Kind; value: Kinds[Kind] }
  | { kind: 'answer'; key: string; value: Remembered }
  | { kind: 'clock'; value: number }
  | { kind: 'delivered'; value: string }

const prefixes: Record<Kind, string> = {
  customer: 'cus',
  customer_balance_transaction: 'cbtxn',
  portal_configuration: 'bpc',
  portal_session: 'bps',
  test_clock: 'clock',
  product: 'prod',
  price: 'price',
  payment_method: 'pm',
  subscription: 'sub',
  invoice: 'in',
  payment_intent: 'pi',
  setup_intent: 'seti',
  charge: 'ch',
  balance_transaction: 'txn',
  refund: 're',
  dispute: 'dp',
  payout: 'po',
  topup: 'tu',
  transfer: 'tr',
  account: 'acct',
  event: 'evt',
  early_fraud_warning: 'issfr',
  file: 'file',
}

/** Stripe forgets keys after a day (https://docs.stripe.com/api/idempotent_requests). */
const keptSeconds = 24 * 3600

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/**
 * Everything this Stripe knows, in memory and in a journal with one JSON line per change. A change is in the
 * journal before the request is answered, so a killed process loses nothing it confirmed.
 */
export class StripeState {
  readonly #rows = new Map<Kind, Map<string, Kinds[Kind]>>()
  readonly #answers = new Map<string, Remembered>()
  readonly #delivered = new Set<string>()
  #offset = 0
  /** How often Stripe would pay out the balance to the platform's bank; the sandbox never does on its own. */
  payoutInterval: 'manual' | 'daily' | 'weekly' | 'monthly' = 'manual'
  /** countries in which Stripe no longer creates accounts */
  readonly closedCountries = new Set<string>()
  #frozen: number | null = null
  #journal = -1

  /** @param folder null: in memory only */
  static open(folder: string | null): StripeState {
    const state = new StripeState()
    if (folder === null) return state
    mkdirSync(folder, { recursive: true })
    const file = path.join(folder, 'journal.jsonl')
    for (const line of readLines(file)) state.#apply(line)
    // One line per object from here on; older versions are dropped.
    const compact = `${file}.new`
    writeFileSync(
      compact,
      state
        .#all()
        .map(row => `${JSON.stringify(row)}\n`)
        .join(''),
    )
    renameSync(compact, file)
    state.#journal = openSync(file, 'a')
    return state
  }

  close(): void {
    if (this.#journal >= 0) closeSync(this.#journal)
    this.#journal = -1
  }

  /** Unix seconds: the machine's time plus what the clock was advanced by, or the time of a test clock. */
  now(): number {
    return this.#frozen ?? Math.floor(Date.now() / 1000) + this.#offset
  }
  /** Runs work at the time of a test clock. @param seconds null: the sandbox's time */
  at<T>(seconds: number | null, work: () => T): T {
    const before = this.#frozen
    this.#frozen = seconds
    try {
      return work()
    } finally {
      this.#frozen = before
    }
  }
  advance(seconds: number): void {
    this.#write({ kind: 'clock', value: this.#offset + seconds })
  }

  base<K extends Kind>(kind: K): { id: string; created: number; livemode: false } {
    return { id: newId(prefixes[kind]), created: this.now(), livemode: false }
  }

  put<K extends Kind>(kind: K, value: Kinds[K]): Kinds[K] {
    this.#write({ kind, value } as Row)
    return value
  }
  get<K extends Kind>(kind: K, id: string): Kinds[K] {
    const found = this.find(kind, id)
    if (!found) throw noSuch(kind, id)
    return found
  }
  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const found = this.#rows.get(kind)?.get(id) as Kinds[K] | undefined
    // A copy, so stored objects change only by a write.
    return found && structuredClone(found)
  }
  /** The matching objects in the order they were made, without copying; read-only. */
  look<K extends Kind>(kind: K, wanted: (value: Kinds[K]) => boolean): Kinds[K][] {
    return ([...(this.#rows.get(kind)?.values() ?? [])] as Kinds[K][]).filter(wanted)
  }
  /** Copies of the matching objects, in the order they were made. */
  all<K extends Kind>(kind: K, wanted: (value: Kinds[K]) => boolean = () => true): Kinds[K][] {
    const rows = [...(this.#rows.get(kind)?.values() ?? [])] as Kinds[K][]
    return rows.filter(wanted).map(v => structuredClone(v))
  }
  count(kind: Kind): number {
    return this.#rows.get(kind)?.size ?? 0
  }

  answer(key: string): Remembered | undefined {
    const known = this.#answers.get(key)
    return known && this.now() - known.at < keptSeconds ? known : undefined
  }
  remember(key: string, value: Remembered): void {
    this.#write({ kind: 'answer', key, value })
  }
  /** Forgets idempotency keys, as Stripe does after a day. */
  forgetAnswers(): void {
    this.#answers.clear()
  }

  markDelivered(eventId: string): void {
    this.#write({ kind: 'delivered', value: eventId })
  }
  undelivered(): Kinds['event'][] {
    return this.all('event', e => !this.#delivered.has(e.id))
  }

  #write(row: Row): void {
    const line = `${JSON.stringify(row)}\n`
    if (this.#journal >= 0) writeSync(this.#journal, line)
    this.#apply(JSON.parse(line) as Row)
  }
  #apply(row: Row): void {
    if (row.kind === 'answer') this.#answers.set(row.key, row.value)
    else if (row.kind === 'clock') this.#offset = row.value
    else if (row.kind === 'delivered') this.#delivered.add(row.value)
    else {
      const rows = this.#rows.get(row.kind) ?? new Map<string, Kinds[Kind]>()
      rows.set(row.value.id, row.value)
      this.#rows.set(row.kind, rows)
    }
  }
  #all(): Row[] {
    return [
      { kind: 'clock', value: this.#offset },
      ...[...this.#rows].flatMap(([kind, rows]) => [...rows.values()].map(value => ({ kind, value }) as Row)),
      ...[...this.#answers].map(([key, value]): Row => ({ kind: 'answer', key, value })),
      ...[...this.#delivered].map((value): Row => ({ kind: 'delivered', value })),
    ]
  }
}

function readLines(file: string): Row[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const lines = text.split('\n')
  // The last line is empty, or an unfinished write of a killed process that was never confirmed.
  return lines.slice(0, -1).map(line => JSON.parse(line) as Row)
}
