import { limits, TelemetryError } from './source.ts'

/** Rows of all series of one reading, so that the caps hold for the file and not for each stream. */
export interface Budget {
  samples: number
  numbers: number
}

/** A table of numbers that grows by doubling: a time per row and `axes` numbers. */
export class GrowableRows {
  readonly axes: number
  length = 0
  #times = new Float64Array(256)
  #values: Float32Array | Float64Array
  readonly #budget: Budget

  /** @param precise keep 64-bit numbers: positions in degrees lose half a metre in 32 */
  constructor(axes: number, precise: boolean, budget: Budget) {
    this.axes = axes
    this.#values = precise ? new Float64Array(256 * axes) : new Float32Array(256 * axes)
    this.#budget = budget
  }

  /**
   * Makes room for `rows` more rows and gives the array and the index at which their values start.
   * @throws TelemetryError too_large above the caps
   */
  reserve(rows: number): { values: Float32Array | Float64Array; at: number } {
    if (
      this.#budget.samples + rows > limits.samples ||
      this.#budget.numbers + rows * this.axes > limits.numbers
    )
      throw new TelemetryError('too_large', 'The telemetry has too many samples.')
    const needed = this.length + rows
    if (needed > this.#times.length) {
      const capacity = Math.max(needed, this.#times.length * 2)
      const times = new Float64Array(capacity)
      times.set(this.#times.subarray(0, this.length))
      this.#times = times
      const Kind = this.#values instanceof Float64Array ? Float64Array : Float32Array
      const values = new Kind(capacity * this.axes)
      values.set(this.#values.subarray(0, this.length * this.axes))
      this.#values = values
    }
    return { values: this.#values, at: this.length * this.axes }
  }

  /** Keeps the row whose values were written at the end. */
  commit(time: number): void {
    this.#times[this.length++] = time
    this.#budget.samples++
    this.#budget.numbers += this.axes
  }

  /** Copies of exactly the filled part. */
  finish(): { times: Float64Array; values: Float32Array | Float64Array } {
    return {
      times: this.#times.slice(0, this.length),
      values: this.#values.slice(0, this.length * this.axes),
    }
  }
}
