/**
 * Writes sandbox/stripe/published/shapes.json: the objects that the sandbox returns and the parameters of its
 * endpoints, from the types of the pinned stripe package.
 *   node scripts/generate-stripe-shapes.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { publishedObjects, publishedOperations } from '#sandbox/stripe/published/wanted.ts'
import { type Declaration, type Node, openTypes, type Types } from './lib/stripe-types.ts'

const root = path.resolve(import.meta.dirname, '..')
export const shapesFile = path.join(root, 'sandbox/stripe/published/shapes.json')

/** Payment methods other than cards are left out; the sandbox has none. */
const otherMethods =
  /^(acss_debit|affirm|afterpay_clearpay|alipay|alma|amazon_pay|au_becs_debit|bacs_debit|bancontact|billie|bizum|blik|boleto|cashapp|crypto|custom|customer_balance|eps|fpx|gift_card|giropay|gopay|grabpay|id_bank_transfer|ideal|interac_present|kakao_pay|klarna|konbini|kr_card|link|mb_way|mobilepay|multibanco|naver_pay|nz_bank_account|oxxo|p24|pay_by_bank|payco|paynow|paypal|paypay|payto|pix|promptpay|qris|rechnung|revolut_pay|samsung_pay|satispay|scalapay|sepa_credit_transfer|sepa_debit|shopeepay|sofort|stripe_account|stripe_balance_payment|sunbit|swish|twint|upi|us_bank_account|wechat|wechat_pay|zip|ach_credit_transfer|ach_debit|card_present)$/

type Shape = (string | { of: Shape } | { list: Shape })[]
const roots = Object.values(publishedObjects)

function shapeOf(
  types: Types,
  node: Node,
  scope: Declaration['scope'],
  seen: Map<string, Declaration>,
): Shape {
  switch (node.type) {
    case 'TSStringKeyword':
      return ['string']
    case 'TSNumberKeyword':
      return ['number']
    case 'TSBooleanKeyword':
      return ['boolean']
    case 'TSNullKeyword':
      return ['null']
    case 'TSLiteralType':
      return [typeof node.literal.value === 'string' ? `=${node.literal.value}` : typeof node.literal.value]
    case 'TSParenthesizedType':
      return shapeOf(types, node.typeAnnotation, scope, seen)
    case 'TSArrayType':
      return [{ of: shapeOf(types, node.elementType, scope, seen) }]
    case 'TSUnionType': {
      const all = node.types.flatMap((one: Node) => shapeOf(types, one, scope, seen))
      // An enumeration lists the documented values; its open end is for callers.
      const named = all.some((one: Shape[number]) => typeof one === 'string' && one.startsWith('='))
      return [...new Set(named ? all.filter((one: Shape[number]) => one !== 'open') : all)] as Shape
    }
    case 'TSTypeReference':
      return reference(types, node, scope, seen)
    default:
      return ['any']
  }
}

function reference(
  types: Types,
  node: Node,
  scope: Declaration['scope'],
  seen: Map<string, Declaration>,
): Shape {
  const name = types.nameOf(node.typeName)
  const inner = node.typeArguments?.params[0]
  if (name === 'Array') return [{ of: shapeOf(types, inner, scope, seen) }]
  if (name === 'ApiList') return [{ list: shapeOf(types, inner, scope, seen) }]
  if (name === 'Emptyable') return shapeOf(types, inner, scope, seen)
  if (name === 'OtherString') return ['open']
  if (name === 'Decimal') return ['string']
  if (name === 'Metadata' || name === 'MetadataParam') return ['map']
  const found = types.find(name, scope)
  if (!found) return ['elsewhere']
  if (found.node.type === 'TSTypeAliasDeclaration')
    return shapeOf(types, found.node.typeAnnotation, found.scope, seen)
  const id = types.idOf(found)
  // A whole object of another kind, which the sandbox never expands.
  if (found.scope.space.length === 0 && found.file !== 'shared' && !roots.includes(types.placeOf(found)))
    return ['elsewhere']
  // The subject of an event: an object of any kind.
  if (id === 'Event.Data.Object') return ['any']
  seen.set(id, found)
  return [`@${id}`]
}

/** Fields by name; optional ones end in '?'. */
function fieldsOf(types: Types, { node, scope }: Declaration, seen: Map<string, Declaration>) {
  return Object.fromEntries(
    types
      .members(node, scope)
      .filter(({ key }) => !otherMethods.test(key))
      .map(({ key, optional, type, scope: at }) => [
        optional ? `${key}?` : key,
        shapeOf(types, type, at, seen),
      ]),
  )
}

function objectsOf(types: Types) {
  const seen = new Map(roots.map(types.needed).map((d): [string, Declaration] => [types.idOf(d), d]))
  const out: Record<string, unknown> = {}
  // The map grows during iteration.
  for (const [id, declaration] of seen) out[id] = fieldsOf(types, declaration, seen)
  return out
}

type Names = { [name: string]: Names } | '*' | true

/** The names of parameters, nested; '*': any name, true: a value. */
function namesOf(types: Types, node: Node, scope: Declaration['scope'], depth = 0): Names {
  if (node.type === 'TSParenthesizedType') return namesOf(types, node.typeAnnotation, scope, depth)
  if (node.type === 'TSArrayType') return namesOf(types, node.elementType, scope, depth)
  if (node.type === 'TSUnionType') {
    const all: Names[] = node.types.map((one: Node) => namesOf(types, one, scope, depth))
    const nested = all.filter(one => one !== true)
    return nested.includes('*') ? '*' : nested.length ? Object.assign({}, ...nested) : true
  }
  if (node.type !== 'TSTypeReference') return true
  const name = types.nameOf(node.typeName)
  if (name === 'Array' || name === 'Emptyable')
    return namesOf(types, node.typeArguments.params[0], scope, depth)
  if (name === 'MetadataParam') return '*'
  const found = name === 'OtherString' || name === 'Decimal' ? undefined : types.find(name, scope)
  if (!found || depth > 8) return true
  if (found.node.type === 'TSTypeAliasDeclaration')
    return namesOf(types, found.node.typeAnnotation, found.scope, depth + 1)
  return parametersOf(types, found, depth)
}

const parametersOf = (types: Types, { node, scope }: Declaration, depth = 0): Names =>
  Object.fromEntries(
    types
      .members(node, scope)
      .filter(({ key }) => !otherMethods.test(key))
      .map(({ key, type, scope: at }) => [key, namesOf(types, type, at, depth + 1)]),
  )

/** The content of the file, as text. */
export function stripeShapes(): string {
  const types = openTypes(path.join(root, 'node_modules/stripe/cjs'))
  const version = JSON.parse(
    readFileSync(path.join(root, 'node_modules/stripe/package.json'), 'utf8'),
  ).version
  const parameters = Object.fromEntries(
    Object.entries(publishedOperations).map(([operation, type]) => [
      operation,
      type === null ? {} : parametersOf(types, types.needed(type)),
    ]),
  )
  const objects = objectsOf(types)
  const lines = (part: Record<string, unknown>) =>
    Object.entries(part)
      .map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',\n')
  return `{\n  "package": "stripe ${version}",\n  "parameters": {\n${lines(parameters)}\n  },\n  "objects": {\n${lines(objects)}\n  }\n}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(shapesFile, stripeShapes())
