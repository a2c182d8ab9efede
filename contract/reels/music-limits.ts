// Plain values, apart from the schemas, so that the browser takes them without the schema library.

/** What a person may bring as the music of a reel; seconds are of the file. */
export const musicLimits = { bytes: 50_000_000, seconds: 600, shortest: 3, files: 10, name: 100 } as const

/** What the file dialog offers; the server goes by the content of a file. */
export const musicEndings = '.mp3,.m4a,.aac,.wav,.ogg,.oga,.opus,.flac'

/** The music fades out over its last seconds. */
export const musicFade = 0.8

/** Music that somebody brought, by its id, instead of a bed. */
export interface OwnMusic {
  file: string
  /** where in it the reel starts, seconds; its beginning by default */
  from?: number
}

/** The last second of music that a reel can start at: some of it is always heard. @param seconds of the file */
export const lastStartOf = (seconds: number): number =>
  Math.max(0, Math.floor((seconds - musicLimits.shortest) * 10 + 1e-6) / 10)

/** Where in its own music a plan or recipe starts, seconds; 0 for a bed and for none. */
export const startOfMusic = (music: string | OwnMusic | null): number =>
  music !== null && typeof music === 'object' ? (music.from ?? 0) : 0

/** The id of own music in a plan or recipe; null for a bed and for none. */
export const ownMusicOf = (music: string | OwnMusic | null): string | null =>
  music !== null && typeof music === 'object' ? music.file : null
