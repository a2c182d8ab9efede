import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const root = path.resolve(import.meta.dirname, '../..')
export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* below(part: unknown): Generator<Node> {
  if (typeof part !== 'object' || part === null) return
  if (isNode(part)) yield part
  for (const value of Object.values(part)) yield* below(value)
}

/** Every node of a file's syntax tree (https://oxc.rs/docs/guide/usage/parser.html), each before its children. */
export const nodesOf = (file: string, text = textOf(file)): Generator<Node> =>
  below(parseSync(file, text).program)

/** A text in code: a string, or a template without values. */
export function stringIn(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  const [only, ...more] = node.quasis as { value: { cooked: string } }[]
  return more.length ? undefined : only?.value.cooked
}

/** The dotted name that an expression has in the code: 'client.v2.core.accounts.create'. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'ThisExpression') return 'this'
  if (node.type === 'ChainExpression') return nameOf(node.expression)
  if (node.type !== 'MemberExpression' || node.computed) return ''
  return `${nameOf(node.object)}.${(node.property as Node).name}`
}
