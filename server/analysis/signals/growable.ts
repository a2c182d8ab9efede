/** A list of numbers that grows by doubling: a video's true length is known only when it ends. */
export class GrowableFloats {
  #values: Float32Array<ArrayBuffer> = new Float32Array(1024)
  #length = 0

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float32Array(this.#length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  finish(): Float32Array<ArrayBuffer> {
    return this.#values.slice(0, this.#length)
  }
}

/** The same for rows of bytes. */
export class GrowableBytes {
  #values: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 16)
  #length = 0

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
    return this.#values.slice(0, this.#length)
  }
}
