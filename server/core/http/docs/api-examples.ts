/** The parts of an OpenAPI 3.0 JSON Schema that examples are made from. */
export interface Schema {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  format?: string
  pattern?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minItems?: number
  nullable?: boolean
  example?: unknown
}

const uuid = '6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f'
const streamId = '9c4e1f0ab2d34c5687e9f01a2b3c4d5e'

/** Example values by field name. Names with several meanings use their type and format instead. */
const byName: Record<string, unknown> = {
  action: 'video.approve',
  actor: 'Dana Reyes',
  actorId: 'u_2b7c',
  aiGeneratedDescription: 'A 1.3 s jump, then 94 km/h across the flats.',
  aiGeneratedTitle: 'Big air at Little Sahara',
  aiViralPotentialScore: 0.82,
  amount: 12.4,
  approvedBy: 'Dana Reyes',
  badge: 'Most popular',
  biography: 'Weekend dune rider with a turbo RZR.',
  brand: 'Trailcut',
  by: 'Dana Reyes',
  cfStreamId: streamId,
  clientId: 'trailcut-web',
  code: '492731',
  codes: '7KQ4-9XPM-2TVD',
  connectedBy: 'Dana Reyes',
  cursor: '1842',
  credit: 'fees',
  description: 'A 1.3 s jump, then 94 km/h across the flats.',
  device: 'GoPro HERO11 Black',
  displayName: 'Sam Carter',
  duration: 94.2,
  fileName: 'GX010042.MP4',
  fileSize: 734003200,
  fingerprint: '0b5f7f0d6a6d43d9b5c6f2d4e8a1c3b7905f1e2d3c4b5a69788796a5b4c3d2e1',
  firebaseUid: 'h3Yb0kq9Z1',
  firstName: 'Sam',
  fourcc: 'GPS9',
  hashtags: 'utv',
  height: 1080,
  label: 'Jump',
  lastName: 'Carter',
  location: 'Little Sahara, Utah',
  message: "We couldn't find this video.",
  month: '2026-10',
  name: 'Sam Carter',
  payoutThreshold: 50,
  postalCode: '98101',
  priceId: 'price_pro_monthly',
  progress: 64,
  reason: 'duplicate_content',
  reference: 'Wire transfer 20261120-7',
  requestId: uuid,
  score: 0.82,
  sceneType: 'action',
  shareToken: streamId,
  spans: '12.4-15.9,40-43.5',
  sentence: 'The first 5 seconds hold a 1.3 s jump.',
  streamId,
  stripeId: 'in_1PgafmB7WZ01zgkW',
  suspended: 'true',
  otherDay: 'true',
  unpriced: 'true',
  undecided: 'true',
  overdue: 'true',
  subject: 'Your video is live',
  tags: 'utv',
  text: '1.3 s in the air',
  timeZone: 'America/Denver',
  title: 'Big air at Little Sahara',
  token: 'v1.6f1d2c4e.1795352984.q3k9',
  unit: 'km/h',
  userAgent: 'Chrome on Windows',
  userId: 'u_7f3a',
  videoTitle: 'Big air at Little Sahara',
  views: 1204,
  width: 1920,
  words: 'The first 20 seconds are black.',
}

/** Numeric fields whose names contain texts elsewhere. */
const numbers: Record<string, number> = {
  start: 12.4,
  end: 15.9,
  time: 13.2,
  timestamp: 13.2,
  core: 13.2,
  value: 1.3,
  strength: 0.9,
  certainty: 0.97,
  standing: 0.93,
  weight: 0.25,
  motionLevel: 0.8,
  excitementLevel: 0.9,
  trust: 0.9,
  seen: 0.8,
  hz: 10,
  x: 0.5,
  hour: 17,
  weekday: 5,
  multiplier: 1.5,
  successRate: 0.98,
  engagement: 0.06,
}

/** Name endings that determine a field's content. */
const byEnding: [RegExp, unknown][] = [
  [
    /(At|Date|Until|Since|End|By|Started|Completed)$|^(at|since|until|day|date|now|start)$/,
    '2026-11-20T17:30:00.000Z',
  ],
  [/email$/i, 'sam@example.com'],
  [/^scoreModel$/, 'rides-1'],
  [/(Url|URL|Uri)$|^(url|uri|link|script|origin)$/, 'https://trailcut.example/v/6f1d2c4e'],
  [/(Id|^id|Ids)$/, uuid],
]

const byFormat: Record<string, string> = {
  uuid,
  email: 'sam@example.com',
  date: '2026-10-31',
  'date-time': '2026-11-20T17:30:00.000Z',
  uri: 'https://trailcut.example/v/6f1d2c4e',
}

const byPattern: [RegExp, string][] = [
  [/m3u8/, 'playlist.m3u8'],
  [/0-9a-f\]\{32\}/, streamId],
  [/0-9a-f\]\{64\}/, String(byName.fingerprint)],
  [/0-9a-f\]\{16\}/, '9f1c0de5a2b37864'],
  [/\[a-z\]\{2,8\}_/, 'in_1PgafmB7WZ01zgkW'],
  [/20\\d\\d/, '2026-10'],
  [/s\?\$/, '12.5s'],
  [/d\{1,18\}/, '1842'],
  [/\.\\d\{1,2\}/, '50.00'],
  [/\.\\d\{6\}/, '1204.500000'],
]

function exampleText({ format, pattern }: Schema, name: string): string {
  const known = byName[name]
  if (format && byFormat[format]) return byFormat[format]
  if (pattern) return byPattern.find(([of]) => of.test(pattern))?.[1] ?? String(known ?? '')
  if (typeof known === 'string') return known
  return String(byEnding.find(([of]) => of.test(name))?.[1] ?? 'Big air at Little Sahara')
}

function exampleNumber({ minimum = -Infinity, maximum = Infinity }: Schema, name: string): number {
  const known = numbers[name] ?? byName[name]
  const value = typeof known === 'number' ? known : 3
  return Math.min(Math.max(value, minimum), maximum)
}

/**
 * An example for a schema, from its formats, limits and field names. It is deterministic, so the document
 * doesn't change by itself.
 * @param name of the field that contains it
 */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.example !== undefined) return schema.example
  if (schema.enum) return schema.enum.includes(byName[name]) ? byName[name] : schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleOf(first, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => exampleOf(part, name)))
  if (schema.default !== undefined) return schema.default
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, exampleOf(value, key)]),
      )
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () =>
        exampleOf(schema.items ?? {}, name),
      )
    case 'string':
      return exampleText(schema, name)
    case 'integer':
      return Math.round(exampleNumber(schema, name))
    case 'number':
      return exampleNumber(schema, name)
    case 'boolean':
      return true
    default:
      return null
  }
}
