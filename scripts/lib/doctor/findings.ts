/** One line of the doctor's report. */
export interface Finding {
  part: string
  what: string
  state: 'ok' | 'warning' | 'failed'
  /** what was found, and what to do about it */
  note: string
}

/** Findings about one part. */
export const of =
  (part: string) =>
  (what: string, state: Finding['state'], note: string): Finding => ({ part, what, state, note })

/** An error and its causes in one line, because the first one is often only "fetch failed". */
export function reasonOf(error: unknown): string {
  const told: string[] = []
  for (let at = error; at instanceof Error; at = at.cause) {
    // Node has no message for a connection that was refused at several addresses.
    const text = at.message || ((at as NodeJS.ErrnoException).code ?? at.name)
    if (!told.includes(text)) told.push(text)
  }
  return told.join(': ')
}
