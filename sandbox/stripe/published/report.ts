import { channel } from 'node:diagnostics_channel'
import { problemsOf } from './check.ts'

/** Where answers and events of the sandbox are told that Stripe would not send so; tests listen and fail. */
export const unpublished = channel('trailcut.sandbox.stripe')

export interface Unpublished {
  /** 'GET /v1/transfers/tr_1', 'event invoice.paid' */
  what: string
  problems: string[]
}

/** Tells the channel what is wrong with an answer or an event; looks only while somebody listens. */
export function report(what: string, body: unknown): void {
  if (!unpublished.hasSubscribers) return
  const problems = problemsOf(body)
  if (problems.length) unpublished.publish({ what, problems } satisfies Unpublished)
}
