/** A failure of the line or of Stripe itself, at the next requests that match. */
export interface Fault {
  /** 'POST /v1/transfers': method and start of the path */
  match: string
  /**
   * cut_before: the connection breaks, nothing was done · cut_after: it was done, the answer is lost ·
   * error_401: the key is refused · error_500: an unknown error that the idempotency key keeps · conflict_409: another request with this key is going
   */
  kind: 'cut_before' | 'cut_after' | 'error_401' | 'error_500' | 'conflict_409'
  /** how often; 1 */
  times?: number
}

/** Failures that wait for their request. */
export class Faults {
  #waiting: Required<Fault>[] = []

  add(fault: Fault): void {
    this.#waiting.push({ times: 1, ...fault })
  }
  clear(): void {
    this.#waiting = []
  }
  /** The failure of this request, which is used up by it. */
  take(method: string, path: string): Fault['kind'] | undefined {
    const fault = this.#waiting.find(f => `${method} ${path}`.startsWith(f.match))
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) this.#waiting = this.#waiting.filter(f => f !== fault)
    return fault.kind
  }
}
