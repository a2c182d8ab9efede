import {
  isArgumentElement,
  isDateElement,
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
/** Constants that any message may use, such as the product's name. The compiler fills them in. */
export type Facts = Readonly<Record<string, string | number>>

interface Type {
  /** as TypeScript has it: a number, a boolean, a string, `string | number`, or the cases of a select */
  of: string
  /** may be null, for which a message has a case of its own: `{day, select, null {} other { by {day}}}` */
  absent: boolean
}
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

/** The cases of a select but for null, which any value may have. */
const casesOf = (part: SelectElement) => Object.keys(part.options).filter(key => key !== 'null')
/** The branches of a select over a boolean. */
const isBoolean = (keys: readonly string[]) =>
  keys.length > 1 && keys.every(key => ['true', 'false', 'other'].includes(key))

/** From the least exact on: a value may be written as it is in one place, and counted or chosen by in another. */
const exactness = ({ of }: Type) => (of === 'string | number' ? 0 : of === 'string' ? 1 : 2)

/** The more exact of two types of one value. */
function merged(name: string, one: Type, other: Type): Type {
  const [less, more] = exactness(one) < exactness(other) ? [one, other] : [other, one]
  const fits =
    less.of === more.of || exactness(less) === 0 || (less.of === 'string' && more.of.startsWith('"'))
  if (!fits) throw new Error(`{${name}} is ${one.of} and ${other.of}`)
  return { of: more.of, absent: one.absent || other.absent }
}

/** The type of what a select chooses by. An empty `other` says that its cases are all there are. */
function chosenBy(part: SelectElement): Type {
  const cases = casesOf(part)
  const known = cases.filter(key => key !== 'other').sort()
  const all = known.length > 0 && part.options.other?.value.length === 0
  const of = isBoolean(cases)
    ? 'boolean'
    : all
      ? known.map(key => JSON.stringify(key)).join(' | ')
      : known.length > 0
        ? 'string'
        : 'string | number'
  return { of, absent: 'null' in part.options }
}

function typeOf(part: MessageFormatElement): Type | null {
  if (isArgumentElement(part)) return { of: 'string | number', absent: false }
  if (isNumberElement(part) || isPluralElement(part)) return { of: 'number', absent: false }
  if (isSelectElement(part)) return chosenBy(part)
  if (isDateElement(part)) return { of: 'string', absent: false }
  if (isLiteralElement(part) || isPoundElement(part)) return null
  throw new Error(`only values, numbers, days, plurals and selects are known, not ${JSON.stringify(part)}`)
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
  // Ours, for what is measured: these many decimals, and no thousands apart.
  ...Object.fromEntries(
    ['whole', 'tenths', 'hundredths'].map((name, decimals) => [
      name,
      { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false },
    ]),
  ),
}
const dateStyles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  long: { dateStyle: 'long' },
  // Ours: without its year.
  day: { month: 'long', day: 'numeric' },
}
/** Days, as in 2026-11-28, in words. */
function dayIn(language: string, style: string): string {
  const options = dateStyles[style]
  if (!options) throw new Error(`there is no date style '${style}'`)
  const how = JSON.stringify({ ...options, timeZone: 'UTC' })
  return `({ format: (day: string) => new Date(day).toLocaleDateString(${JSON.stringify(language)}, ${how}) })`
}
/** Ours as well: seconds as m:ss. A point in time is the second that is running, a length is rounded. */
const clocks: Readonly<Record<string, string>> = { clock: 'floor', length: 'round' }
const clockOf = (rounding: string) =>
  `({ format: (s: number) => Math.floor(Math.${rounding}(s) / 60) + ":" + String(Math.${rounding}(s) % 60).padStart(2, "0") })`

function optionsOf(style: string | NumberSkeleton | null | undefined): Intl.NumberFormatOptions {
  if (!style) return {}
  if (typeof style !== 'string') return style.parsedOptions
  const known = styles[style]
  if (!known) throw new Error(`there is no number style '${style}'`)
  return known
}

/** Whether 1 alone has the singular, as in English and Spanish, so that it takes no rules to tell. */
function oneIsExact(language: string): boolean {
  const rules = new Intl.PluralRules(language)
  const tried = [...Array(2000).keys(), 0.1, 0.5, 1.1, 1.5, 1e6, 1e6 + 1]
  return tried.every(count => (rules.select(count) === 'one') === (count === 1))
}

/** Writes the messages of one module as code, and collects what that code needs. */
class Writer {
  readonly #how: Compiling
  /** names of formats by their code */
  readonly #formats = new Map<string, string>()
  #hasPlurals = false
  readonly #oneIsExact: boolean

  constructor(how: Compiling) {
    this.#how = how
    this.#oneIsExact = oneIsExact(how.language)
  }

  /** Declarations that the code written so far needs. */
  get head(): string[] {
    const language = JSON.stringify(this.#how.language)
    return [
      ...(this.#hasPlurals ? [`const plurals = new Intl.PluralRules(${language})`] : []),
      ...[...this.#formats].map(([code, name]) => `const { format: ${name} } = ${code}`),
    ]
  }

  /** A message as an expression: a string, or a function of its values. */
  expressionOf(message: string, values: Values): string {
    const text = this.#template(parsed(message))
    if (values.size === 0) return text
    const fields = [...values].map(([name, { of, absent }]) => `${name}: ${of}${absent ? ' | null' : ''}`)
    return `(_: { ${fields.join('; ')} }) => ${text}`
  }

  #template(elements: readonly MessageFormatElement[], counted = ''): string {
    return `\`${elements.map(part => this.#part(part, counted)).join('')}\``
  }

  #part(part: MessageFormatElement, counted: string): string {
    const { facts, word = text => text } = this.#how
    if (isLiteralElement(part)) return quoted(word(part.value))
    if (isPoundElement(part)) return `\${${this.#number({}, counted)}}`
    if (isArgumentElement(part)) {
      const fact = facts[part.value]
      if (fact === undefined) return `\${_.${part.value}}`
      return quoted(typeof fact === 'string' ? word(fact) : String(fact))
    }
    if (isNumberElement(part)) {
      const rounding = typeof part.style === 'string' && clocks[part.style]
      if (rounding) return `\${${this.#format(clockOf(rounding))}(_.${part.value})}`
      const options = optionsOf(part.style)
      const fact = facts[part.value]
      if (fact === undefined) return `\${${this.#number(options, `_.${part.value}`)}}`
      return quoted(new Intl.NumberFormat(this.#how.language, options).format(Number(fact)))
    }
    if (isDateElement(part)) {
      return `\${${this.#format(dayIn(this.#how.language, String(part.style)))}(_.${part.value})}`
    }
    if (isSelectElement(part)) {
      const truth = isBoolean(casesOf(part))
      const same = (key: string) =>
        key === 'null' ? 'null === ' : truth ? (key === 'true' ? '' : '!') : `${JSON.stringify(key)} === `
      return this.#choice(part, key => `${same(key)}_.${part.value}`, counted)
    }
    if (isPluralElement(part)) {
      const count = `_.${part.value}`
      const test = (key: string) => {
        if (key.startsWith('=')) return `${count} === ${key.slice(1)}`
        if (key === 'one' && this.#oneIsExact) return `${count} === 1`
        this.#hasPlurals = true
        return `plurals.select(${count}) === '${key}'`
      }
      return this.#choice(part, test, count)
    }
    throw new Error(`not known: ${JSON.stringify(part)}`)
  }

  #number(options: Intl.NumberFormatOptions, value: string): string {
    const format = `new Intl.NumberFormat(${JSON.stringify(this.#how.language)}, ${JSON.stringify(options)})`
    return `${this.#format(format)}(${value})`
  }

  /** The name under which the module has a format. @param code what has it as its `format` */
  #format(code: string): string {
    const name = this.#formats.get(code) ?? `format${this.#formats.size}`
    this.#formats.set(code, name)
    return name
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
 * @throws for a translation that lacks a message or a value, or has one that there isn't in the original
 */
export function valuesIn(
  original: Messages,
  translations: readonly Messages[],
  facts: Facts,
): Compiling['values'] {
  const all = new Map<string, Map<string, Type>>()
  const problems: string[] = []
  const checked = (id: string, check: () => void) => {
    try {
      check()
    } catch (error) {
      problems.push(`${id}: ${error instanceof Error ? error.message : error}`)
    }
  }
  for (const [id, message] of Object.entries(original))
    checked(id, () => void all.set(id, valuesOf(parsed(message), facts)))
  for (const translation of translations) {
    for (const id of all.keys()) if (!(id in translation)) problems.push(`${id} isn't translated`)
    for (const [id, message] of Object.entries(translation)) {
      const values = all.get(id)
      if (!values) problems.push(`${id} is translated, but isn't in the original`)
      else
        checked(id, () => {
          const translated = valuesOf(parsed(message), facts)
          for (const name of values.keys())
            if (!translated.has(name)) throw new Error(`{${name}} isn't in the translation`)
          for (const [name, type] of translated) {
            const known = values.get(name)
            if (!known) throw new Error(`{${name}} is in the translation only`)
            values.set(name, merged(name, known, type))
          }
        })
    }
  }
  if (problems.length) throw new Error(problems.join('\n'))
  return all
}
