import { expect, test } from 'vitest'
import { z } from 'zod'
import { cleanLine, cleanLines } from '../clean-text.ts'
import { routes } from '../routes.ts'
import { textKinds } from '../text.ts'
import { type Endpoint, endpoints } from './index.ts'

const declared: [string, Endpoint][] = Object.entries(endpoints)

test('every call has an address, and every address has a call', () => {
  expect(Object.keys(endpoints).sort()).toEqual(Object.keys(routes).sort())
  const addresses = Object.values(routes).map(route => route.replace(/\{\w+\}/g, '{}'))
  expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([])
})

test('every path parameter has a schema, and every schema has a parameter', () => {
  const wrong = declared.filter(([name, { params }]) => {
    const inAddress = [...routes[name as keyof typeof routes].matchAll(/\{(\w+)\}/g)].map(match => match[1])
    return inAddress.join() !== Object.keys(params?.shape ?? {}).join()
  })
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('every call has a one-sentence description', () => {
  const wrong = declared.filter(([, { summary }]) => !/^[A-Z].{9,}[^.]$/.test(summary))
  expect(wrong.map(([name]) => name)).toEqual([])
})

/** Every string that a schema reads, with the way to it; also `unknown`, which could be one. */
function* stringsOf(schema: z.core.$ZodType, at: string): Generator<[string, z.core.$ZodType]> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'any':
    case 'unknown':
      yield [at, schema]
      return
    case 'object':
      for (const [key, inner] of Object.entries(def.shape)) yield* stringsOf(inner, `${at}.${key}`)
      if (def.catchall) yield* stringsOf(def.catchall, `${at}.*`)
      return
    case 'array':
      return yield* stringsOf(def.element, `${at}[]`)
    case 'tuple':
      for (const inner of def.items) yield* stringsOf(inner, `${at}[]`)
      return
    case 'record':
      yield* stringsOf(def.keyType, `${at} (key)`)
      return yield* stringsOf(def.valueType, `${at}[]`)
    case 'union':
      for (const inner of def.options) yield* stringsOf(inner, at)
      return
    case 'pipe':
      // It may turn every string into something else, as `stringbool` does.
      yield [at, schema]
      return
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return yield* stringsOf(def.innerType, at)
    case 'number':
    case 'boolean':
    case 'null':
    case 'never':
    case 'enum':
    case 'literal':
      return
    default:
      throw new Error(`${at}: this test doesn't know ${def.type}; say here what it reads`)
  }
}

/** What no field may let through: each kind of invisible character, and an ordinary text for fields of another kind. */
const disguises = ['\u202E', '\u200B', '\n', '\u2028', '\u0007', '\u{E0041}', '\uE000', '\uFE0F', '\u3164']
const probes = [...disguises.map(one => `Ridge ${one}run`), 'Any ordinary text', '']

test('every text that a call takes is of one line, of several, or opaque: none lets invisible characters through', () => {
  const found = declared.flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [...stringsOf(schema, `${name} ${part}`)] : [],
    ),
  )
  const kinds = found.map(([at, schema]) => {
    const kind = textKinds.get(schema)?.text
    const cleanFor = { line: cleanLine, lines: cleanLines }
    const passes = (text: string) => {
      const read = z.safeParse(schema, text)
      if (!read.success) return false
      return kind === undefined || kind === 'opaque' || read.data !== cleanFor[kind](text)
    }
    return { at, kind, wrong: kind === 'opaque' ? [] : probes.filter(text => text && passes(text)) }
  })
  expect(kinds.filter(({ wrong }) => wrong.length > 0).map(({ at }) => at)).toEqual([])
  // Texts for programs, which aren't cleaned. Add one only if it is never stored or shown as it is.
  expect(kinds.filter(({ kind }) => kind === 'opaque').map(({ at }) => at)).toMatchInlineSnapshot(`
    [
      "mailedLink query.token",
      "useMailedLink body.token",
      "login query.returnTo",
      "loginCallback params.provider",
      "googleToken body.credential",
      "googleToken body.nonce",
      "sync body.firebaseUid",
      "sync body.photoURL",
      "endSession params.id",
      "profileUpdate body.equipment",
      "profileUpdate body.socialLinks",
      "createWebhook body.url",
      "uploadOffset params.token",
      "uploadChunk params.token",
      "giveUpUpload params.token",
      "uploadForm params.token",
      "sharePage params.shareToken",
      "shareEmbed params.shareToken",
      "sharedClip params.shareToken",
      "shared params.shareToken",
      "reportShared params.shareToken",
      "oembed query.url",
      "videoPage params.id",
      "videoEmbed params.id",
      "riderPage params.riderName",
      "riderFeed params.riderName",
      "publicRider params.riderName",
      "followRider params.riderName",
      "followLink params.token",
      "confirmFollow params.token",
      "unfollowLink params.token",
      "unfollow params.token",
      "unsubscribe params.token",
      "confirmUnsubscribe params.token",
      "checkMilestones params.userId",
      "adminPayouts query.userId",
      "payoutTotals query.userId",
      "payoutsCsv query.userId",
      "decideNegativeBalance params.userId",
      "ledgerEntries query.userId",
      "ledgerEntries query.stripeId",
      "createSubscription body.priceId",
      "previewPlan body.priceId",
      "previewPlanChange body.priceId",
      "changePlan body.priceId",
      "userInvoices params.userId",
      "refundInvoice params.invoiceId",
      "resendRefund params.invoiceId",
      "resendRefund params.refundId",
      "dispute params.disputeId",
      "disputeFile params.disputeId",
      "disputeEvidence params.disputeId",
      "disputeEvidence body.files.receipt",
      "disputeEvidence body.files.customer_communication",
      "disputeEvidence body.files.service_documentation",
      "disputeEvidence body.files.uncategorized_file",
      "aiProcessedVideos query.cursor",
      "addToCompilation body.highlights[].description",
      "addToCompilation body.highlights[].score",
      "addToCompilation body.highlights[].certainty",
      "addToCompilation body.highlights[].standing",
      "addToCompilation body.highlights[].scoreModel",
      "addToCompilation body.highlights[].strength",
      "addToCompilation body.highlights[].clipType",
      "addToCompilation body.highlights[].motionLevel",
      "addToCompilation body.highlights[].excitementLevel",
      "addToCompilation body.highlights[].evidence",
      "addToCompilation body.highlights[].focus",
      "channelCallback query.code",
      "channelCallback query.state",
      "channelCallback query.error",
      "adminUsers query.cursor",
      "adminUsers query.id",
      "userRole params.userId",
      "suspendUser params.userId",
      "unsuspendUser params.userId",
      "userTwoFactor params.userId",
      "audit query.action",
      "audit query.objectType",
      "audit query.objectId",
      "auditCsv query.action",
      "auditCsv query.objectType",
      "auditCsv query.objectId",
      "adminVideos query.cursor",
      "adminVideos query.userId",
      "userHistory params.userId",
      "docsPage params.page",
      "docsPicture params.name",
    ]
  `)
})
