import { statfs } from 'node:fs/promises'
import { sentences as common } from '#sentences/http.ts'
import { AppError } from './http/errors.ts'

/** Space on a folder's disk, part of which is always kept free. */
export class DiskRoom {
  readonly #folder: string
  readonly #leaveFree: number
  #promised = 0

  /** @param leaveFree bytes that are never used */
  constructor(folder: string, leaveFree: number) {
    this.#folder = folder
    this.#leaveFree = leaveFree
  }

  /** @throws AppError no_space when this many more bytes would leave too little free */
  async check(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize - this.#promised - bytes < this.#leaveFree)
      throw new AppError('no_space', common.noRoom)
  }

  /**
   * Reserves this many bytes for a caller that is about to write them.
   * @returns releases the reservation, once written or given up @throws AppError no_space
   */
  async take(bytes: number): Promise<() => void> {
    await this.check(bytes)
    this.#promised += bytes
    return () => {
      this.#promised -= bytes
    }
  }
}
