import { type StoredText, textIn } from '#server/core/sentences.ts'

type English<T> = { [K in keyof T]: K extends 'title' | 'message' ? string : T[K] }

/** Rows of notifications with their texts in English. */
export const inEnglish = <T extends { title?: StoredText; message?: StoredText }>(
  rows: readonly T[],
): English<T>[] =>
  rows.map(row => {
    const texts = Object.entries(row).map(([column, value]) => [
      column,
      column === 'title' || column === 'message' ? textIn(value as StoredText, 'en') : value,
    ])
    return Object.fromEntries(texts) as English<T>
  })
