/** The languages of the sentences. English is always complete, and replaces missing translations. */
export type Language = 'en'

/** A value in a sentence. A sentence may be part of another one, such as a platform's reason. */
export type Value = string | number | boolean | null | Sentence
type Values = Readonly<Record<string, Value>>
/** A method, so that each sentence may have its own values. */
interface Words {
  of(values: Values): string
}
type Write = string | Words['of']

/** A nested sentence as its text, in the language of the whole. */
const inLanguage = (values: Values, language: Language) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value instanceof Sentence ? value.in(language) : value,
    ]),
  )

/**
 * A message for people: which sentence, with which values. Its text is made once the reader's language is
 * known.
 */
export class Sentence {
  /** slice and key in its catalog, as in 'payouts.onHold' */
  readonly id: string
  readonly values: Values
  readonly #writes: Readonly<Record<Language, Write>>

  constructor(id: string, values: Values, writes: Readonly<Record<Language, Write>>) {
    this.id = id
    this.values = values
    this.#writes = writes
  }

  /** The text in a language. */
  in(language: Language): string {
    const write = this.#writes[language]
    return typeof write === 'string' ? write : write(inLanguage(this.values, language))
  }

  /** Its values, for machines: nested sentences are texts. */
  valuesIn(language: Language): Record<string, string | number | boolean | null> {
    return inLanguage(this.values, language) as Record<string, string | number | boolean | null>
  }

  /** English, for logs and for what is stored as text. */
  toString(): string {
    return this.in('en')
  }
}

/** A text as a value: what a person wrote, or a sentence. */
export type Text = string | Sentence

/** Sentences by key: constants for those without values, functions for the others. */
export type Catalog<C> = {
  readonly [K in keyof C]: C[K] extends (values: infer V) => string ? (values: V) => Sentence : Sentence
}

/**
 * The sentences of one slice: a key, its values, and its English text.
 * @param slice the first part of every id
 */
export function catalog<const C extends Record<string, Write>>(slice: string, english: C): Catalog<C> {
  const sentenceOf = ([key, write]: [string, Write]) => {
    const writes = { en: write }
    const id = `${slice}.${key}`
    const made =
      typeof write === 'string'
        ? new Sentence(id, {}, writes)
        : (values: Values) => new Sentence(id, values, writes)
    return [key, made]
  }
  return Object.fromEntries(Object.entries(english).map(sentenceOf)) as Catalog<C>
}
