import {
  isArgumentElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
  type NumberSkeleton,
  type PluralElement,
  parse,
  type SelectElement,
} from '@formatjs/icu-messageformat-parser'

/** A catalog: ICU messages (https://unicode-org.github.io/icu/userguide/format_parse/messages/) by id. */
export type Messages = Readonly<Record<string, string>>
/** Values that are the same wherever a message is shown, such as the product's name: put in when it is compiled. */
export type Facts = Readonly<Record<string, string | number>>

type Type = 'number' | 'boolean' | 'string' | 'string | number'
/** Values that a message is given, with their types. */
type Values = ReadonlyMap<string, Type>

/** How messages are compiled: for which language, with which values, and how words are changed on the way. */
export interface Compiling {
  language: string
  facts: Facts
  /** by id */
  values: ReadonlyMap<string, Values>
  /** changes words, not values; for the pseudo-language */
  word?: (text: string) => string
}

/** The branches of a select over a boolean. */
const isBoolean = (keys: readonly string[]) => keys.every(key => ['true', 'false', 'other'].includes(key))

/** The more exact of two types of one value: a number may be written as it is in one place and counted in another. */
function merged(name: string, one: Type, other: Type): Type {
  if (one === other || other === 'string | number') return one
  if (one === 'string | number') return other
  throw new Error(`{${name}} is a ${one} and a ${other}`)
}

function typeOf(part: MessageFormatElement): Type | null {
  if (isArgumentElement(part)) return 'string | number'
  if (isNumberElement(part) || isPluralElement(part)) return 'number'
  if (isSelectElement(part)) return isBoolean(Object.keys(part.options)) ? 'boolean' : 'string'
  if (isLiteralElement(part) || isPoundElement(part)) return null
  throw new Error(`only values, numbers, plurals and selects are known, not ${JSON.stringify(part)}`)
}

/** The values that a message asks for. @throws for one that is used as two types */
function valuesOf(elements: readonly MessageFormatElement[], facts: Facts): Map<string, Type> {
  const values = new Map<string, Type>()
  const walk = (parts: readonly MessageFormatElement[]) => {
    for (const part of parts) {
      const type = typeOf(part)
      if (type && 'value' in part && !(part.value in facts))
        values.set(part.value, merged(part.value, type, values.get(part.value) ?? type))
      if (isPluralElement(part) || isSelectElement(part))
        for (const { value } of Object.values(part.options)) walk(value)
    }
  }
  walk(elements)
  return values
}

const parsed = (message: string) => parse(message, { ignoreTag: true, shouldParseSkeletons: true })

/** Text inside of a template literal. */
const quoted = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&')

/** ICU's own names of number styles, beside its skeletons (`::currency/USD`). */
const styles: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  integer: { maximumFractionDigits: 0 },
  percent: { style: 'percent' },
}

function optionsOf(style: string | NumberSkeleton | null | undefined): Intl.NumberFormatOptions {
  if (!style) return {}
  if (typeof style !== 'string') return style.parsedOptions
  const known = styles[style]
  if (!known) throw new Error(`there is no number style '${style}'`)
  return known
}

/** Writes the messages of one module as code, and collects what that code needs. */
class Writer {
  readonly #how: Compiling
  /** names of number formats by their options */
  readonly #formats = new Map<string, string>()
  #hasPlurals = false

  constructor(how: Compiling) {
    this.#how = how
  }

  /** Declarations that the code written so far needs. */
  get head(): string[] {
    const language = JSON.stringify(this.#how.language)
    return [
      ...(this.#hasPlurals ? [`const plurals = new Intl.PluralRules(${language})`] : []),
      ...[...this.#formats].map(
        ([options, name]) => `const { format: ${name} } = new Intl.NumberFormat(${language}, ${options})`,
      ),
    ]
  }

  /** A message as an expression: a string, or a function of its values. */
  expressionOf(message: string, values: Values): string {
    const text = this.#template(parsed(message))
    if (values.size === 0) return text
    const fields = [...values].map(([name, type]) => `${name}: ${type}`)
    return `(_: { ${fields.join('; ')} }) => ${text}`
  }

  #template(elements: readonly MessageFormatElement[], counted = ''): string {
    return `\`${elements.map(part => this.#part(part, counted)).join('')}\``
  }

  #part(part: MessageFormatElement, counted: string): string {
    const { facts, word = text => text } = this.#how
    if (isLiteralElement(part)) return quoted(word(part.value))
    if (isPoundElement(part)) return `\${${this.#number({}, counted)}}`
    if (isArgumentElement(part))
      return part.value in facts ? quoted(String(facts[part.value])) : `\${_.${part.value}}`
    if (isNumberElement(part)) {
      const options = optionsOf(part.style)
      const fact = facts[part.value]
      if (fact === undefined) return `\${${this.#number(options, `_.${part.value}`)}}`
      return quoted(new Intl.NumberFormat(this.#how.language, options).format(Number(fact)))
    }
    if (isSelectElement(part)) {
      const truth = isBoolean(Object.keys(part.options))
      const same = (key: string) => (truth ? (key === 'true' ? '' : '!') : `${JSON.stringify(key)} === `)
      return this.#choice(part, key => `${same(key)}_.${part.value}`, counted)
    }
    if (isPluralElement(part)) {
      const count = `_.${part.value}`
      const test = (key: string) => {
        if (key.startsWith('=')) return `${count} === ${key.slice(1)}`
        this.#hasPlurals = true
        return `plurals.select(${count}) === '${key}'`
      }
      return this.#choice(part, test, count)
    }
    throw new Error(`not known: ${JSON.stringify(part)}`)
  }

  #number(options: Intl.NumberFormatOptions, value: string): string {
    const key = JSON.stringify(options)
    const name = this.#formats.get(key) ?? `number${this.#formats.size}`
    this.#formats.set(key, name)
    return `${name}(${value})`
  }

  #choice(part: PluralElement | SelectElement, test: (key: string) => string, counted: string): string {
    const { other, ...cases } = part.options
    if (!other) throw new Error(`{${part.value}} has no 'other'`)
    const tried = Object.entries(cases).map(
      ([key, { value }]) => `${test(key)} ? ${this.#template(value, counted)} : `,
    )
    return `\${${tried.join('')}${this.#template(other.value, counted)}}`
  }
}

interface Tree {
  [key: string]: Tree | string
}

/** Messages as a tree of their keys: a folder of keys 0, 1, … is a list. */
function printed(tree: Tree | string): string {
  if (typeof tree === 'string') return tree
  const entries = Object.entries(tree)
  if (entries.every(([key], i) => key === String(i)))
    return `[${entries.map(([, one]) => printed(one)).join(',\n')}]`
  return `{\n${entries.map(([key, one]) => `${JSON.stringify(key)}: ${printed(one)}`).join(',\n')}\n}`
}

/**
 * Compiles a catalog to TypeScript modules. The part of an id before its first dot names the module, the rest where the
 * message stands in its `texts`: "features/reels.list.make" is `texts.list.make` of `#texts/features/reels.ts`.
 * @returns code by module
 * @throws with the id of a message that can't be read
 */
export function compile(messages: Messages, how: Compiling): Map<string, string> {
  const modules = new Map<string, { tree: Tree; writer: Writer }>()
  for (const [id, message] of Object.entries(messages)) {
    const [module, ...keys] = id.split('.') as [string, ...string[]]
    const last = keys.pop()
    if (last === undefined) throw new Error(`${id} has no key`)
    const { tree: top, writer } = modules.get(module) ?? { tree: {}, writer: new Writer(how) }
    modules.set(module, { tree: top, writer })
    let tree = top
    for (const key of keys) {
      const next = tree[key] ?? {}
      if (typeof next === 'string') throw new Error(`${id} is below another message`)
      tree[key] = next
      tree = next
    }
    try {
      tree[last] = writer.expressionOf(message, how.values.get(id) ?? new Map())
    } catch (error) {
      throw new Error(`${how.language} ${id}: ${message}`, { cause: error })
    }
  }
  return new Map(
    [...modules].map(([module, { tree, writer }]) => {
      const texts = `export const texts = ${printed(tree)} as const`
      return [module, [...writer.head, texts, ''].join('\n')]
    }),
  )
}

/**
 * The values of each message, with the most exact type that any language gives them.
 * @throws for a translation that lacks a message, or has one or a value that there isn't in the original
 */
export function valuesIn(
  original: Messages,
  translations: readonly Messages[],
  facts: Facts,
): Compiling['values'] {
  const all = new Map<string, Map<string, Type>>()
  for (const [id, message] of Object.entries(original)) all.set(id, valuesOf(parsed(message), facts))
  for (const translation of translations) {
    for (const id of all.keys()) if (!(id in translation)) throw new Error(`${id} isn't translated`)
    for (const [id, message] of Object.entries(translation)) {
      const values = all.get(id)
      if (!values) throw new Error(`${id} is translated, but isn't in the original`)
      for (const [name, type] of valuesOf(parsed(message), facts)) {
        const known = values.get(name)
        if (!known) throw new Error(`${id}: {${name}} is in the translation only`)
        values.set(name, merged(name, known, type))
      }
    }
  }
  return all
}
