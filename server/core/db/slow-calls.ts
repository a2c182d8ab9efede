import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { DB } from '../../../db/schema.generated.ts'

export type Tx = Transaction<DB>

/** Whether the transaction around the running code is still open; work that it started may outlast it. */
const mark = new AsyncLocalStorage<{ open: boolean; tx: Tx }>()

/** Someone waits for another machine, or for a second connection, while a transaction is open. */
export class SlowInTransactionError extends Error {
  override name = 'SlowInTransactionError'
  constructor(what: string) {
    super(
      `${what} in an open transaction: it would hold a connection and its locks for as long as that takes`,
    )
  }
}

/** How often each kind of call was made in a transaction. They are refused unless someone wants reports instead. */
export const slowCalls = new Map<string, number>()
let report: ((error: SlowInTransactionError) => void) | null = null

/**
 * Chooses what happens to such calls.
 * @param reported receives each of them, which is then made; null: they are refused
 */
export function onSlowCalls(reported: ((error: SlowInTransactionError) => void) | null): void {
  report = reported
}

// What libraries ask over HTTP: sign-in providers and their keys, language models. Our own calls have their doors.
const plainFetch = globalThis.fetch
globalThis.fetch = async (...given) => {
  notInTransaction('A request')
  return plainFetch(...given)
}

/** Runs work as part of an open transaction. Only `openDatabase` calls this. */
export async function inOpenTransaction<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const state = { open: true, tx }
  try {
    return await mark.run(state, work)
  } finally {
    state.open = false
  }
}

/** The transaction around the running code: for hooks of a library that opened it and doesn't pass it on. */
export function openTransaction(): Tx | undefined {
  const state = mark.getStore()
  return state?.open ? state.tx : undefined
}

/**
 * To be called before anything that waits for another machine or for a connection.
 * @param what for the log and the metric: 'Stripe', 'the object store'
 * @throws SlowInTransactionError in an open transaction, if such calls are refused
 */
export function notInTransaction(what: string): void {
  if (!mark.getStore()?.open) return
  const error = new SlowInTransactionError(what)
  if (!report) throw error
  slowCalls.set(what, (slowCalls.get(what) ?? 0) + 1)
  report(error)
}
