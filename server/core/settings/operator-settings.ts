import { z } from 'zod'
import { cleanLine } from '#contract/clean-text.ts'

/** The setting: an email address or an https page, converted to a URI. */
const contact = z
  .string()
  .optional()
  .transform((text, context) => {
    const given = text?.trim()
    if (!given) return undefined
    const address = given.replace(/^mailto:/i, '')
    if (z.email().safeParse(address).success) return `mailto:${address}`
    if (given.startsWith('https://') && URL.canParse(given)) return new URL(given).href
    context.addIssue({
      code: 'custom',
      message: 'use an email address or an https:// address',
    })
    return undefined
  })

const oneLine = z
  .string()
  .optional()
  .transform(text => cleanLine(text ?? '') || undefined)

const pattern = (real: RegExp, message: string) => z.string().regex(real, message)

export const flag = z.stringbool({
  truthy: ['1', 'true', 'yes', 'on'],
  falsy: ['0', 'false', 'no', 'off', ''],
})

/** A queue, or all of a slice, and how many of its jobs run at a time; undefined: as many as is usual. */
export interface WorkedQueue {
  name: string
  concurrency: number | undefined
}

const queues = z
  .string()
  .default('')
  .transform((text, context): WorkedQueue[] => {
    const given = text.split(',').map(one => one.trim())
    return given.filter(Boolean).map(one => {
      const [, name = '', jobs] = /^([a-z][\w.-]*)(?::([1-9]\d?))?$/i.exec(one) ?? []
      if (!name)
        context.addIssue({ code: 'custom', message: `use names like videos or videos:2, not ${one}` })
      return { name, concurrency: jobs === undefined ? undefined : Number(jobs) }
    })
  })

/** Settings for the operator: who can access what, and how much. */
export const operatorSettings = {
  ALLOW_HTTP_IN_PRIVATE_NETWORK: flag.default(false),
  SECURITY_CONTACT: contact,
  SUPPORT_CONTACT: contact,
  OPERATOR_NAME: oneLine,
  OPERATOR_ADDRESS: oneLine,
  METRICS_TOKEN: z.string().min(16).optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  API_DOCS: flag.default(true),
  STRICT_JAIL: flag.default(false),
  MEDIA_OFFLOAD: z.enum(['accel', 'sendfile']).optional(),
  WORKER_QUEUES: queues,
  STREAMS_PER_PERSON: z.coerce.number().int().min(1).default(10),
  STREAMS_PER_NETWORK: z.coerce.number().int().min(1).default(200),
  BACKUP_RECIPIENT: pattern(
    /^age1[02-9a-z]{20,}$/,
    'the public key that age-keygen prints, age1…',
  ).optional(),
  BACKUP_IDENTITY: pattern(
    /^AGE-SECRET-KEY-[0-9A-Z-]{20,}$/,
    'the secret key that age-keygen wrote, AGE-SECRET-KEY-…',
  ).optional(),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(7),
  BACKUP_KEEP_WEEKS: z.coerce.number().int().min(0).max(520).default(4),
}

/** accel: X-Accel-Redirect with an address of the proxy's own. sendfile: X-Sendfile with a path. */
export type MediaOffload = 'accel' | 'sendfile'

const shape = z.object(operatorSettings)

export interface OperatorConfig {
  /** Where to report vulnerabilities, as an RFC 9116 URI; undefined when not set. */
  securityContact: string | undefined
  /** Where people reach the operator, as a mailto: or https: URI; undefined when not set. */
  supportContact: string | undefined
  /** Who pays the riders, as statements name them: legal name and postal address; undefined when not set. */
  operator: { name: string | undefined; address: string | undefined }
  /** Who may read the metrics: anyone with the token, or anyone who can reach the port. */
  metrics: { token: string | undefined; port: number | undefined; host: string }
  /** Where traces go, and which share of them, 0 to 1; undefined: there are none. */
  tracing: { endpoint: string; share: number } | undefined
  /** Whether the API reference is served at /api/docs. */
  apiDocs: boolean
  /** Whether the server starts only where the jail for media programs holds entirely. */
  strictJail: boolean
  /** How a proxy in front is asked to send a stored file; undefined: the server sends it. */
  mediaOffload: MediaOffload | undefined
  /** What a worker works on; empty: everything. */
  workerQueues: readonly WorkedQueue[]
  /** How many event streams one server keeps open per person and per network. */
  streams: { perPerson: number; perNetwork: number }
  backup: {
    /** the key that backups are encrypted for, and the one that opens them; undefined: not encrypted */
    recipient: string | undefined
    identity: string | undefined
    /** for how many days and weeks the last backup of each is kept */
    keep: { days: number; weeks: number }
  }
}

/** These settings in the server's format. */
export const operatorConfig = (e: z.output<typeof shape>): OperatorConfig => ({
  securityContact: e.SECURITY_CONTACT,
  supportContact: e.SUPPORT_CONTACT,
  operator: { name: e.OPERATOR_NAME, address: e.OPERATOR_ADDRESS },
  metrics: { token: e.METRICS_TOKEN, port: e.METRICS_PORT, host: e.METRICS_HOST },
  tracing: e.OTEL_EXPORTER_OTLP_ENDPOINT
    ? { endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''), share: e.OTEL_TRACES_SAMPLER_ARG }
    : undefined,
  apiDocs: e.API_DOCS,
  strictJail: e.STRICT_JAIL,
  mediaOffload: e.MEDIA_OFFLOAD,
  workerQueues: e.WORKER_QUEUES,
  streams: { perPerson: e.STREAMS_PER_PERSON, perNetwork: e.STREAMS_PER_NETWORK },
  backup: {
    recipient: e.BACKUP_RECIPIENT,
    identity: e.BACKUP_IDENTITY,
    keep: { days: e.BACKUP_KEEP_DAYS, weeks: e.BACKUP_KEEP_WEEKS },
  },
})
