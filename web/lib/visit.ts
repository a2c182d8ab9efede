import type { Visitor } from '#contract/drawn-page.ts'

/**
 * A browser has one visit; the server has one for each page that it draws, so nothing of one person can get into
 * another's page.
 */
export interface Visit extends Visitor {
  /** what the server learns while it draws; null in a browser */
  readonly drawing: Drawing | null
}

export interface Drawing {
  /** of the window */
  title: string | null
  /** a time was written in the visitor's zone */
  zoned: boolean
  /** source files of the parts that are shown */
  readonly sources: Set<string>
}

let current = (): Visit => {
  throw new Error('There is no visit here: nothing of a visitor may be read outside of a page')
}

/** @throws Error outside of a visit, so that no module keeps for everybody what belongs to one visitor */
export const visit = (): Visit => current()

/** @param find returns the visit that the running code belongs to */
export function visitsAre(find: () => Visit): void {
  current = find
}

/** A value that each visit has its own of, made when it is first asked for. */
export function perVisit<T>(make: (visit: Visit) => T): () => T {
  const made = new WeakMap<Visit, T>()
  return () => {
    const now = visit()
    const value = made.get(now) ?? make(now)
    made.set(now, value)
    return value
  }
}
