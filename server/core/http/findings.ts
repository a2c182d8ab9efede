import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { sentences as findings } from '#sentences/findings.ts'
import { sentences as common } from '#sentences/http.ts'
import { type Sentence, sentenceBy } from '../sentences.ts'
import { AppError } from './errors.ts'

const library = findings.library
type Issue = z.core.$ZodIssue

const quoted = (values: readonly unknown[]) =>
  values.map(value => (typeof value === 'string' ? `"${value}"` : String(value)))

const typeOf = (input: unknown) =>
  typeof input === 'number' && !Number.isFinite(input) ? String(input) : z.core.util.parsedType(input)

/** A limit that was missed: which one, its size, and of what kind of value. */
function missed(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): Sentence {
  const { origin: of, exact, inclusive } = issue
  const sized = /^(string|array|set|map|file)$/.test(of)
  const size = String(limitOf(issue))
  if (issue.code === 'too_big') {
    const limit = exact ? 'exactly' : inclusive ? 'most' : 'below'
    return sized ? library.tooLong({ of, limit, size }) : library.tooLarge({ limit, size })
  }
  const limit = exact ? 'exactly' : inclusive ? 'least' : 'above'
  return sized ? library.tooShort({ of, limit, size }) : library.tooSmall({ limit, size })
}

function wrongFormat(issue: z.core.$ZodIssueInvalidStringFormat): Sentence {
  const { format, prefix, suffix, includes, pattern } = issue as typeof issue &
    Partial<Record<'prefix' | 'suffix' | 'includes', string>>
  if (prefix !== undefined) return library.begins({ part: prefix })
  if (suffix !== undefined) return library.ends({ part: suffix })
  if (includes !== undefined) return library.includes({ part: includes })
  return format === 'regex' ? library.pattern({ pattern: String(pattern) }) : library.format({ format })
}

/** What the library itself finds, in its words (node_modules/zod/v4/locales/en.js) and those of other languages. */
function librarySentence(issue: Issue): Sentence {
  switch (issue.code) {
    case 'invalid_type':
      return library.wrongType({ expected: issue.expected, received: typeOf(issue.input) })
    case 'invalid_value': {
      const options = quoted(issue.values)
      return options.length === 1
        ? library.wrongValue({ expected: options[0] as string })
        : library.wrongOption({ options: options.join('|') })
    }
    case 'too_big':
    case 'too_small':
      return missed(issue)
    case 'invalid_format':
      return wrongFormat(issue)
    case 'not_multiple_of':
      return library.multiple({ step: String(issue.divisor) })
    case 'unrecognized_keys':
      return library.unknownKeys({ count: issue.keys.length, keys: quoted(issue.keys).join(', ') })
    case 'invalid_key':
      return library.key({ of: issue.origin })
    case 'invalid_element':
      return library.element({ of: issue.origin })
    case 'invalid_union': {
      const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : []
      return options.length
        ? library.discriminator({ options: options.map(option => `'${String(option)}'`).join(' | ') })
        : library.input
    }
    default:
      return library.input
  }
}

const limitOf = (issue: Issue): number | null =>
  issue.code === 'too_big' ? Number(issue.maximum) : issue.code === 'too_small' ? Number(issue.minimum) : null

/** Refuses an input for what its schema found first. @param error of a parse that reports inputs */
function refusal({ issues: [first] }: z.core.$ZodError, given = ''): AppError {
  if (!first) return new AppError('invalid_input', common.invalidInput)
  const field = given || first.path.join('.')
  const limit = limitOf(first)
  // Where the contract has words of its own, the message is their id.
  const own = sentenceBy(first.message, limit === null ? {} : { limit })
  const problem = own ?? librarySentence(first)
  return field
    ? new AppError('invalid_input', common.invalidField({ field, problem }), { field })
    : new AppError('invalid_input', common.refused({ problem }))
}

const reporting = { reportInput: true }

/**
 * Reads an input by its schema.
 * @param field where the input is, if it is only a part of what was sent
 * @throws AppError invalid_input with the field's name and the reason
 */
export function readAs<T extends z.ZodType>(schema: T, input: unknown, field = ''): z.output<T> {
  const { success, data, error } = z.safeParse(schema, input, reporting)
  if (success) return data
  throw refusal(error, field)
}

/** Checks a part of a request by its schema of the contract. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  input => {
    const { success, data, error } = z.safeParse(schema, input, reporting)
    return success ? { value: data } : { error: refusal(error) }
  }
