import { TelemetryError } from './problems/index.ts'
import { limits } from './source.ts'

/** Rows of all series in one reading, so that the limits apply to the file and not to each stream. */
export interface Budget {
  samples: number
  numbers: number
}

/** Space reserved on an estimate, in bytes; untouched pages cost no memory. */
const GUESS_BYTES = 32 << 20

/**
 * A table of numbers: a time per row and `axes` numbers. Starts with space for the expected rows and doubles
 * beyond them, with `ArrayBuffer.transfer`, which frees the old memory at once instead of leaving it to the
 * garbage collector.
 */
export class GrowableRows {
  readonly axes: number
  length = 0
  #times: Float64Array<ArrayBuffer>
  #values: Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  readonly #Values: typeof Float32Array | typeof Float64Array
  readonly #budget: Budget

  /**
   * @param precise keep 64-bit numbers: positions in degrees lose half a meter in 32 bits
   * @param expectedRows an estimate
   */
  constructor(axes: number, precise: boolean, budget: Budget, expectedRows: number) {
    this.axes = axes
    this.#Values = precise ? Float64Array : Float32Array
    const most = Math.floor(GUESS_BYTES / (8 + axes * this.#Values.BYTES_PER_ELEMENT))
    const rows = Math.max(64, Math.min(Math.ceil(expectedRows), most))
    this.#times = new Float64Array(rows)
    this.#values = new this.#Values(rows * axes)
    this.#budget = budget
  }

  #resize(rows: number): void {
    this.#times = new Float64Array(this.#times.buffer.transfer(rows * 8))
    this.#values = new this.#Values(
      this.#values.buffer.transfer(rows * this.axes * this.#Values.BYTES_PER_ELEMENT),
    )
  }

  /**
   * Reserves `rows` more rows and returns the array and the index at which their values start; the array is
   * valid until the next call.
   * @throws TelemetryError too_large above the limits
   */
  reserve(rows: number): { values: Float32Array | Float64Array; at: number } {
    if (
      this.#budget.samples + rows > limits.samples ||
      this.#budget.numbers + rows * this.axes > limits.numbers
    )
      throw new TelemetryError({ name: 'tooManySamples' })
    const needed = this.length + rows
    if (needed > this.#times.length) this.#resize(Math.max(needed, Math.ceil(this.#times.length * 2)))
    return { values: this.#values, at: this.length * this.axes }
  }

  /** Commits the row whose values were written at the end. */
  commit(time: number): void {
    this.#times[this.length++] = time
    this.#budget.samples++
    this.#budget.numbers += this.axes
  }

  /** Exactly the filled part; the table can't be used afterwards. */
  finish(): { times: Float64Array; values: Float32Array | Float64Array } {
    this.#resize(this.length)
    return { times: this.#times, values: this.#values }
  }
}
