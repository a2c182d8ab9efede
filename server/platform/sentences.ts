/** The languages that sentences can be made in. English is complete by definition, and stands where one is missing. */
export type Language = 'en'

/** What fills a sentence. A sentence may be part of another one, as a platform's reason is. */
export type Value = string | number | boolean | null | Sentence
type Values = Readonly<Record<string, Value>>
/** A method, so that each sentence may ask for values of its own. */
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

/** What is said to people: which sentence and what fills it. Its words are chosen once the reader's language is known. */
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

  /** What filled it, for machines: nested sentences are texts. */
  valuesIn(language: Language): Record<string, string | number | boolean | null> {
    return inLanguage(this.values, language) as Record<string, string | number | boolean | null>
  }

  /** English, for logs and for what is stored as text. */
  toString(): string {
    return this.in('en')
  }
}

/** A text as values take it: what somebody wrote, or a sentence. */
export type Text = string | Sentence

/** Sentences by key: those without values are there, the others are made from theirs. */
export type Catalog<C> = {
  readonly [K in keyof C]: C[K] extends (values: infer V) => string ? (values: V) => Sentence : Sentence
}

/**
 * The sentences of one slice: a key, the values it takes, and its words in English.
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
