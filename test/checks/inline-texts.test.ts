import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { sources } from '#test/harness/imports.ts'
import { isNode, type Node } from '../harness/syntax.ts'

/** Attributes, properties and parameters that people see or hear. */
const read = new Set([
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'description',
  'hint',
  'label',
  'menu',
  'otherwise',
  'placeholder',
  'title',
])

const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: unknown; value?: unknown }
  return String(name ?? value)
}

/** The string values that an expression may return, without those it compares with or passes on. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return [
        ...(node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked),
        ...(node.expressions as unknown[]).flatMap(textsOf),
      ]
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...textsOf(node.left), ...textsOf(node.right)] : []
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return textsOf(node.expression)
    default:
      return []
  }
}

/** A word that joins two values in a sentence. */
const joining = /^\s*(?:and|at|by|from|in|of|on|or|to)\s*$/

/** The texts that a node itself shows to people. */
function shownBy(node: Node): string[] {
  switch (node.type) {
    case 'JSXText':
      return [String(node.value)]
    case 'JSXElement':
    case 'JSXFragment':
      return (node.children as Node[])
        .filter(({ type }) => type === 'JSXExpressionContainer')
        .flatMap(textsOf)
    case 'JSXAttribute': {
      const name = nameOf(node.name)
      if (read.has(name)) return textsOf(node.value)
      // Names of fields and icons are lowercase.
      return name === 'name' ? textsOf(node.value).filter(text => /^\p{Lu}/u.test(text)) : []
    }
    case 'Property':
      return read.has(nameOf(node.key))
        ? textsOf(
            isNode(node.value) && node.value.type === 'AssignmentPattern' ? node.value.right : node.value,
          )
        : []
    case 'TemplateLiteral':
      return textsOf(node).filter(text => joining.test(text))
    default:
      return []
  }
}

/**
 * User-visible texts in a module's code: in JSX, in attributes such as aria-label, and in objects such as a
 * toast's. @returns each with its line
 */
function inlineTexts(file: string, source: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (!isNode(value)) return
    for (const text of shownBy(value)) {
      if (!/\p{L}/u.test(text)) continue
      found.push({
        line: source.slice(0, value.start).split('\n').length,
        text: text.trim().replace(/\s+/g, ' '),
      })
    }
    for (const child of Object.values(value)) visit(child)
  }
  visit(parseSync(file, source).program)
  return found
}

const root = path.resolve(import.meta.dirname, '../..')

/** Names of keys and file formats, the same in every language. */
const allowed = new Set(['A', 'C', 'CSV', 'PDF', 'R', 'S', 'Space', 'Z'])

/** Samples that demonstrate components, not texts of the product. */
const isSample = (file: string) => file.startsWith('web/pages/ui-gallery/')

test('user-visible texts are in the catalogs', () => {
  const wrong = sources('web')
    .filter(file => !file.endsWith('.test.ts') && !isSample(file))
    .flatMap(file =>
      inlineTexts(file, readFileSync(path.join(root, file), 'utf8'))
        .filter(({ text }) => !allowed.has(text))
        .map(({ line, text }) => `${file}:${line}: ${text}`),
    )
  expect(wrong, 'move these into languages/en.json').toEqual([])
})

test.each([
  ['between tags', '<p>Not saved</p>', ['Not saved']],
  ['in a condition', "<p>{busy ? 'Saving' : texts.save}{failed && 'Try again'}</p>", ['Saving', 'Try again']],
  ['in an attribute', '<input aria-label="Search" className="h-4" />', ['Search']],
  [
    "in a name, unless it is a field's",
    '<Moment name="Started"><input name="title" /></Moment>',
    ['Started'],
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be read
  ['in a template', '<a title={`Go to ${clock}`} href={`/videos/${id}`} />', ['Go to']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be read
  ['between two values', 'const spoken = `${clock(now)} of ${clock(end)}`', ['of']],
  ['in a toast', "toast({ title: 'Saved', variant: 'destructive' })", ['Saved']],
  ['as a default', "const Wait = ({ label = 'Loading' }) => <i>{label}</i>", ['Loading']],
  ['not in what is compared or passed on', "<p>{state === 'idle' && words.of('idle')} · {3}</p>", []],
])('finds a text %s', (_where, code, texts) => {
  expect(inlineTexts('sample.tsx', code).map(({ text }) => text)).toEqual(texts)
})
