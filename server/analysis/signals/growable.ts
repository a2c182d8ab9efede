/** A list of numbers that grows by doubling, because a video's true length is known only at its end. */
export class GrowableFloats {
  #values: Float32Array<ArrayBuffer>
  #length = 0

  /** @param expected approximate number of values */
  constructor(expected = 1024) {
    this.#values = new Float32Array(Math.max(16, Math.ceil(expected)))
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float32Array(this.#length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  finish(): Float32Array<ArrayBuffer> {
    return this.#values.subarray(0, this.#length)
  }
}

/** The same for rows of bytes. */
export class GrowableBytes {
  #values: Uint8Array<ArrayBuffer>
  #length = 0

  /** @param expected approximate number of bytes */
  constructor(expected = 1 << 16) {
    this.#values = new Uint8Array(Math.max(1024, Math.ceil(expected)))
  }

  push(row: Uint8Array): void {
    while (this.#length + row.length > this.#values.length) {
      const larger = new Uint8Array(this.#values.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values.set(row, this.#length)
    this.#length += row.length
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#values.subarray(0, this.#length)
  }
}
