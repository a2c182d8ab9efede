import { type UnitSystem, unitsOf } from '#contract/gauges/units.ts'
import type { Language } from '#contract/reading/languages.ts'

export type { Language }

/** A measurement in SI units (m/s, m). Sentences get it as text, in the reader's units: "62 km/h", "39 mph", "8.2 km". */
export interface Quantity {
  quantity: 'speed' | 'height' | 'far'
  si: number
  /** without the unit's name, which another one in the sentence has */
  bare?: true
}
/** What somebody named in several languages. */
export interface Named {
  names: { en: string } & Partial<Record<Language, string | undefined>>
}
/** A country by its code, as in 'AR'. */
export interface Country {
  country: string
}
/** A sentence within another one, which doesn't begin with it. */
export interface Within {
  within: Sentence
}
/** A value in a sentence. A sentence may be part of another one, such as a platform's reason. */
export type Value = string | number | boolean | null | Quantity | Named | Country | Within | Sentence
export type Values = Readonly<Record<string, Value>>
/** A method, so that each sentence may have its own values. */
interface Words {
  of(values: Values): string
}
type Write = string | Words['of']
/** Messages of the catalogs by key, or below others. */
export interface Texts {
  readonly [key: string]: Write | Texts | readonly Texts[]
}

const english = new Map<string, Write>()
const translated = new Map<Language, ReadonlyMap<string, Write>>()

/** Messages by their ids. */
const byId = (texts: Texts | readonly Texts[], prefix = ''): [string, Write][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' ? byId(text, `${prefix}${key}.`) : [[`${prefix}${key}`, text]],
  )

/**
 * Adds a language to those that sentences can be said in.
 * @param slices its sentences by slice and key
 */
export function speak(language: Language, slices: Texts): void {
  const sentences = new Map(byId(slices))
  if (language === 'en') for (const [id, write] of sentences) english.set(id, write)
  else translated.set(language, sentences)
}

/** How sentences are said to somebody. */
export interface Wording {
  language: Language
  units: UnitSystem
}
/** English with metric units: of exports, and of texts that are written once for everybody. */
export const standardWording: Wording = { language: 'en', units: 'metric' }

const countries = new Map<Language, Intl.DisplayNames>()
function countriesOf(language: Language): Intl.DisplayNames {
  const known = countries.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  countries.set(language, known)
  return known
}

function written({ quantity, si, bare }: Quantity, units: UnitSystem): string {
  const { name, factor } = unitsOf[units][quantity]
  // A kilometer is too long to be written whole.
  const number = quantity === 'far' ? (si * factor).toFixed(1) : Math.round(si * factor)
  return `${number}${bare ? '' : ` ${name}`}`
}

/** A value as its text, in the language and units of the whole; what is no text stays. */
function valueIn(value: Value, language: Language, units: UnitSystem): string | number | boolean | null {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Sentence) return value.in(language, units)
  if ('within' in value) return value.within.in(language, units).toLowerCase()
  if ('names' in value) return value.names[language] ?? value.names.en
  if ('country' in value) return countriesOf(language).of(value.country) ?? value.country
  return written(value, units)
}

const inLanguage = (values: Values, language: Language, units: UnitSystem) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueIn(value, language, units)]))

/**
 * A message for people: which sentence, with which values. Its text is made once the reader's language is
 * known. Its JSON is a StoredSentence.
 */
export class Sentence {
  /** slice and key in its catalog, as in 'payouts.onHold' */
  readonly id: string
  readonly values: Values
  readonly #english: Write

  constructor(id: string, values: Values, written: Write) {
    this.id = id
    this.values = values
    this.#english = written
  }

  /** The text in a language, with measurements in these units. */
  in(language: Language, units: UnitSystem = 'metric'): string {
    const write = translated.get(language)?.get(this.id) ?? this.#english
    return typeof write === 'string' ? write : write(inLanguage(this.values, language, units))
  }

  /** Its values, for machines: nested sentences are texts. */
  valuesIn(language: Language): Record<string, string | number | boolean | null> {
    return inLanguage(this.values, language, 'metric') as Record<string, string | number | boolean | null>
  }

  /** English, for logs and for what is stored as text. */
  toString(): string {
    return this.in('en')
  }
}

/** An error that a sentence explains to people. */
export class SentenceError extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence, options: { cause?: unknown } = {}) {
    super(String(sentence), options)
    this.sentence = sentence
  }
}

/** A sentence that was stored as its id and values; null when no catalog has it any more. */
export function sentenceBy(id: string, values: Values): Sentence | null {
  const write = english.get(id)
  return write === undefined ? null : new Sentence(id, typeof write === 'string' ? {} : values, write)
}

/** A text as a value: what a person wrote, or a sentence. */
export type Text = string | Sentence

/** A text in a language: a sentence's, or what a person wrote. */
export const said = (text: Text, language: Language): string =>
  typeof text === 'string' ? text : text.in(language)

/** A text as it is stored: which sentence with which values, so that it can be said in any language later. */
export type StoredText = string | StoredSentence
/**
 * The JSON of a Sentence, recognized by its fields: no other stored object has exactly `id` and `values`. `InWords` turns
 * any such type into a string, so an answer made from another object of this shape wouldn't compile.
 */
export interface StoredSentence {
  id: string
  values: { [name: string]: StoredValue }
}
type StoredValue =
  | string
  | number
  | boolean
  | null
  | Quantity
  | Named
  | Country
  | { within: StoredSentence }
  | StoredSentence

/** A stored sentence; null when it, or one in it, isn't in any catalog any more. */
function restored({ id, values }: StoredSentence): Sentence | null {
  const entries = Object.entries(values).map(([name, value]): [string, Value | undefined] => {
    if (typeof value !== 'object' || value === null) return [name, value]
    if ('id' in value) return [name, restored(value) ?? undefined]
    if (!('within' in value)) return [name, value]
    const within = restored(value.within)
    return [name, within ? { within } : undefined]
  })
  const known = entries.every((entry): entry is [string, Value] => entry[1] !== undefined)
  return known ? sentenceBy(id, Object.fromEntries(entries)) : null
}

/** A stored text for a reader; null when there is none, or it was a sentence that there isn't any more. */
export const textIn = (stored: StoredText | null, language: Language, units?: UnitSystem): string | null =>
  typeof stored === 'string' ? stored : ((stored && restored(stored))?.in(language, units) ?? null)

/** A stored text as a value; empty when it was a sentence that there isn't any more. */
export const fromStored = (stored: StoredText): Text =>
  typeof stored === 'string' ? stored : (restored(stored) ?? '')

/** A stored value as its reader gets it: with words for each sentence. */
export type InWords<T> = T extends StoredSentence
  ? string
  : T extends object
    ? { [K in keyof T]: InWords<T[K]> }
    : T

const isSentence = (value: object): value is StoredSentence =>
  'id' in value && 'values' in value && Object.keys(value).length === 2

/**
 * A stored value in its reader's words. A sentence that there isn't any more is empty. What has no sentence in it is not
 * copied: most of a long list is numbers.
 */
export function inWordsFor<T>(value: T, wording: Wording): InWords<T> {
  const worded = (field: unknown): unknown => {
    if (typeof field !== 'object' || field === null) return field
    if (isSentence(field)) return textIn(field, wording.language, wording.units) ?? ''
    if (Array.isArray(field)) {
      const list = field.map(worded)
      return list.some((one, i) => one !== field[i]) ? list : field
    }
    const from = field as Record<string, unknown>
    let copy: Record<string, unknown> | undefined
    for (const key in from) {
      const said = worded(from[key])
      if (said === from[key]) continue
      copy ??= { ...from }
      copy[key] = said
    }
    return copy ?? field
  }
  return worded(value) as InWords<T>
}

/** What a message's values are in a sentence: anything that has a text, where the message only writes it. */
type Given<V> = { readonly [K in keyof V]: string | number extends V[K] ? Value : V[K] }

/** Sentences by key: constants for those without values, functions for the others. */
export type Catalog<T> = {
  readonly [K in keyof T]: T[K] extends (values: infer V) => string
    ? (values: Given<V>) => Sentence
    : T[K] extends string
      ? Sentence
      : Catalog<T[K]>
}

/**
 * The sentences that a module of messages says.
 * @param prefix the first part of every id
 */
export function catalog<const T extends Texts>(prefix: string, texts: T): Catalog<T> {
  const sentenceOf = ([key, text]: [string, Texts[string]]) => {
    const id = `${prefix}.${key}`
    if (typeof text === 'object') return [key, catalog(id, text as Texts)]
    english.set(id, text)
    return [
      key,
      typeof text === 'string'
        ? new Sentence(id, {}, text)
        : (values: Values) => new Sentence(id, values, text),
    ]
  }
  return Object.fromEntries(Object.entries(texts).map(sentenceOf)) as Catalog<T>
}
