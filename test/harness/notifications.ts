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

/** The data of each server-sent event in a response, until the stream ends. */
export async function* eventData(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (data) yield data
    }
  }
}
