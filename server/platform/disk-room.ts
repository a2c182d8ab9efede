import { statfs } from 'node:fs/promises'
import { AppError } from './http/errors.ts'
import { common } from './http/sentences.ts'

/** Room on the disk of a folder, of which some is always left free. */
export class DiskRoom {
  readonly #folder: string
  readonly #leaveFree: number
  #promised = 0

  /** @param leaveFree bytes that are never taken */
  constructor(folder: string, leaveFree: number) {
    this.#folder = folder
    this.#leaveFree = leaveFree
  }

  /** @throws AppError no_space when so many bytes more would leave too little free */
  async check(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize - this.#promised - bytes < this.#leaveFree)
      throw new AppError('no_space', common.noRoom)
  }

  /**
   * Promises so many bytes to somebody who is about to write them.
   * @returns gives back what was promised, once it is written or given up @throws AppError no_space
   */
  async take(bytes: number): Promise<() => void> {
    await this.check(bytes)
    this.#promised += bytes
    return () => {
      this.#promised -= bytes
    }
  }
}
