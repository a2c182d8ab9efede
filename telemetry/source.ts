/** A file's bytes at any position: on disk (file-source.ts) or a `File` in the browser (blobSource). */
export interface RandomAccessSource {
  /** bytes */
  size: number
  /** Bytes that really exist, for a source that only claims its `size`. */
  held?: number
  /** Up to `length` bytes from `offset`; fewer only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** Counts the letters and fields that a text reader visits: its work is measured by this instead of time. */
export interface Meter {
  steps: number
}

/** The part of the browser's Blob that is used, declared here so that this module needs no DOM types. */
interface BlobLike {
  size: number
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> }
}

/** Reads a browser `File` or `Blob` without loading it. */
export function blobSource(blob: BlobLike): RandomAccessSource {
  return {
    size: blob.size,
    async read(offset, length) {
      const end = Math.min(blob.size, offset + length)
      return new Uint8Array(await blob.slice(Math.min(offset, end), end).arrayBuffer())
    },
  }
}

/** Upper bounds that keep a hostile file from using up memory or time; real cameras stay far below each. */
export const limits = {
  /** an hour of 4K60 with sound needs about 5 MB */
  moovBytes: 64 * 1024 * 1024,
  /** boxes side by side in one container, and at the top level of the file */
  boxes: 10_000,
  /** payloads, one a second: 100 hours */
  payloads: 360_000,
  /** one payload; cameras write 6 to 30 kB */
  payloadBytes: 2 * 1024 * 1024,
  /** entries of one GPMF nest; cameras write up to a few hundred */
  klvs: 500_000,
  /** parts of an excerpt: one per payload, or fewer where payloads touch, and one per box */
  excerptParts: 400_000,
  /** highlight tags in one file: more than a rider or camera makes in a day */
  tags: 10_000,
  /** samples of all streams together: an hour of a HERO5 is 2.4 million */
  samples: 16_000_000,
  /** numbers of all streams together */
  numbers: 48_000_000,
} as const
