/** A chapter of a recording, by the name its camera gave the file. No schemas: browsers load it. */
export interface ChapterName {
  /** chapters of one recording have the same: 'GX0123' */
  recording: string
  chapter: number
}

/**
 * GoPro splits a long recording: GX010123.MP4, GX020123.MP4 (HEVC), GH010123.MP4 (H.264); before HERO6 GOPR0123.MP4,
 * GP010123.MP4.
 * @returns null for any other name
 */
export function chapterOf(fileName: string): ChapterName | null {
  const [, kind, chapter, number] = /^(G[HX])(\d\d)(\d{4})\.(?:mp4|mov)$/i.exec(fileName) ?? []
  if (kind && chapter && number)
    return Number(chapter) > 0
      ? { recording: `${kind.toUpperCase()}${number}`, chapter: Number(chapter) }
      : null
  const [, first] = /^GOPR(\d{4})\.(?:mp4|mov)$/i.exec(fileName) ?? []
  if (first) return { recording: `GP${first}`, chapter: 1 }
  const [, later, of] = /^GP(\d\d)(\d{4})\.(?:mp4|mov)$/i.exec(fileName) ?? []
  return later && of && Number(later) > 0 ? { recording: `GP${of}`, chapter: Number(later) + 1 } : null
}

/** The file name of a joined recording; no camera gives such a name. */
export const joinedName = (recording: string): string => `${recording}-joined.MP4`

/** Whether a file may be a chapter or joined from chapters; the server knows for sure. */
export const mayHaveChapters = (fileName: string): boolean =>
  chapterOf(fileName) !== null || /^G[HXP]\d{4}-joined\.MP4$/.test(fileName)

/** The most parts of one recording. */
export const mostChapters = 99
