/** What lets go of each upload that this tab has. */
const held = new Map<string, () => void>()

/** Whether this tab has the upload. */
export const isOurs = (id: string): boolean => held.has(id)

/** Has it until it is released or the tab closes. */
const hold = (id: string): Promise<void> => new Promise(letGo => held.set(id, letGo))

const nameOf = (id: string) => `upload-${id}`

/** A new upload is this tab's: two tabs would send the same file twice. Pages without TLS have no locks. */
export function claim(id: string): void {
  const until = hold(id)
  void navigator.locks?.request(nameOf(id), () => until)
}

/** An upload of an earlier page is this tab's as soon as no other has it: at once, or when that one closes. */
export function claimWhenFree(id: string, onOurs: () => void): void {
  const take = () => {
    const until = hold(id)
    onOurs()
    return until
  }
  if (navigator.locks) void navigator.locks.request(nameOf(id), take)
  else void take()
}

export function release(id: string): void {
  held.get(id)?.()
  held.delete(id)
}
