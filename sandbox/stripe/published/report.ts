import { channel } from 'node:diagnostics_channel'
import { problemsOf } from './check.ts'

/** Receives reports of answers and events that Stripe would not send like this; tests listen and fail. */
export const unpublished = channel('trailcut.sandbox.stripe')

export interface Unpublished {
  /** 'GET /v1/transfers/tr_1', 'event invoice.paid' */
  what: string
  problems: string[]
}

/** Reports what is wrong with an answer or event; checks only while someone listens. */
export function report(what: string, body: unknown): void {
  if (!unpublished.hasSubscribers) return
  const problems = problemsOf(body)
  if (problems.length) unpublished.publish({ what, problems } satisfies Unpublished)
}
