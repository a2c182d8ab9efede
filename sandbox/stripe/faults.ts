/** A network failure or a failure of Stripe itself, applied to the next matching requests. */
export interface Fault {
  /** 'POST /v1/transfers': method and path prefix */
  match: string
  /**
   * cut_before: the connection breaks and nothing is done · cut_after: the request is processed but the
   * answer is lost · error_401: the key is refused · error_500: an unknown error that the idempotency key
   * keeps · conflict_409: another request with this key is in progress
   */
  kind: 'cut_before' | 'cut_after' | 'error_401' | 'error_500' | 'conflict_409'
  /** how often; default 1 */
  times?: number
}

/** Failures waiting for a matching request. */
export class Faults {
  #waiting: Required<Fault>[] = []

  add(fault: Fault): void {
    this.#waiting.push({ times: 1, ...fault })
  }
  clear(): void {
    this.#waiting = []
  }
  /** The failure for this request; each use consumes it. */
  take(method: string, path: string): Fault['kind'] | undefined {
    const fault = this.#waiting.find(f => `${method} ${path}`.startsWith(f.match))
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) this.#waiting = this.#waiting.filter(f => f !== fault)
    return fault.kind
  }
}
