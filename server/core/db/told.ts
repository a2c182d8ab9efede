import {
  restored,
  Sentence,
  type StoredSentence,
  storedText,
  type Text,
  textIn,
  type Wording,
} from '../sentences.ts'

/** The sentences behind an object's texts, by field. Only stored: answers have texts in the reader's words instead. */
export type Said = Record<string, StoredSentence>

/** The sentence behind a field of a stored object; its text where there is none, or none any more. */
export function sentenceIn<K extends string, T extends string | null>(
  object: { [F in K]: T } & { said?: Said },
  field: K,
): T | Sentence {
  const text = object[field]
  const known = object.said?.[field]
  const sentence = known && restored(known)
  return sentence && String(sentence) === text ? sentence : text
}

type Texts<T> = { [K in keyof T]: null extends T[K] ? string | null : string }

/**
 * Fields of an object that is stored as JSON: their texts as they are stored, and the sentences behind them.
 * @param texts a sentence for each field, or a text without one; null where there is nothing to say
 */
export function told<T extends Record<string, Text | null>>(texts: T): Texts<T> & { said: Said } {
  const fields = Object.entries(texts)
  const english = fields.map(([field, text]) => [field, text === null ? null : String(text)])
  const said = fields.flatMap(([field, text]) =>
    text instanceof Sentence ? [[field, storedText(text)]] : [],
  )
  return { ...(Object.fromEntries(english) as Texts<T>), said: Object.fromEntries(said) }
}

/** A JSON value whose told fields are said in the reader's words. A text without its sentence stays as it was stored. */
export function inWordsFor<T>(value: T, wording: Wording): T {
  if (Array.isArray(value)) return value.map(item => inWordsFor(item, wording)) as T
  if (typeof value !== 'object' || value === null) return value
  const { said = {}, ...rest } = value as { said?: Said }
  const worded = Object.entries(rest).map(([key, field]) => {
    const sentence = said[key]
    const text = sentence && textIn(sentence, wording.language, wording.units)
    return [key, text ?? inWordsFor(field, wording)]
  })
  return Object.fromEntries(worded) as T
}
