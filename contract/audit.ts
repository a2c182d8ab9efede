import { z } from 'zod'
import { activityEntry } from './admin.ts'
import { finding } from './findings.ts'
import { line, opaque } from './text.ts'

/** One action of staff. `before` and `after` hold what changed; times are ISO 8601 in UTC. */
export const auditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  /** null: the server, from its settings */
  actorId: z.string().nullable(),
  /** null as well if the account was deleted */
  actorEmail: z.string().nullable(),
  actorRole: z.string().nullable(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** One line of GET /api/admin/audit: an entry, with who did it and what was done in words. */
export const auditLine = auditEntry.extend(activityEntry.pick({ by: true, text: true }).shape)
export type AuditLine = z.infer<typeof auditLine>

const filterFields = z.strictObject({
  actor: line(254).optional(),
  action: opaque(100).optional(),
  objectType: opaque(100).optional(),
  objectId: opaque(100).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
})
export type AuditFilter = z.infer<typeof filterFields>

/** The index of objects starts with their type. */
const hasTypeForId = ({ objectType, objectId }: AuditFilter) => !objectId || !!objectType
const typeNeeded = { path: ['objectType'], error: finding('objectTypeNeeded') }

/**
 * What to search for; `actor` is an id or an address, `from` and `to` are ISO 8601 (`to` is exclusive), `objectId`
 * goes with its `objectType`.
 */
export const auditFilter = filterFields.refine(hasTypeForId, typeNeeded)

/** Newest first; `before` is the last id of the previous page. */
export const auditQuery = filterFields
  .extend({
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  })
  .refine(hasTypeForId, typeNeeded)
