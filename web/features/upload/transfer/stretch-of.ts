type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>

/** Where a stretch comes from: a file over the limit, and seconds of it. */
export interface StretchOf {
  film: FileFacts
  start: number
  end: number
}

/** Of the files that are stretches. A file that the browser kept is whole without it. */
export const stretchesOf = new WeakMap<FileFacts, StretchOf>()
