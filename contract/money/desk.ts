import { z } from 'zod'
import { finding } from '../findings.ts'
import { line, lines } from '../text.ts'
import { stripeObjectId } from './accounting.ts'
import { deskKinds, evidenceFiles, evidenceTexts, evidenceTogether } from './constants.ts'
import { dollars } from './earnings.ts'

/** GET /api/admin/money/desk: what needs an operator, by kind, the most urgent first. */
export const deskQuery = z.strictObject({
  kind: z.enum(deskKinds),
  /** how many were listed so far */
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})
export const deskItem = z.object({
  /** of the object at Stripe */
  id: z.string(),
  kind: z.enum(deskKinds),
  /** in Stripe's words for disputes and warnings */
  status: z.string(),
  amount: dollars,
  /** null: of a payment that isn't ours */
  rider: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  at: z.string().nullable(),
  /** when something is due: evidence, a refund, an arrival, an invoice; null: nothing is */
  nextAt: z.string().nullable(),
  reason: z.string().nullable(),
  invoiceId: z.string().nullable(),
  /** in Stripe's dashboard */
  url: z.string().nullable(),
})
export type DeskItem = z.infer<typeof deskItem>

export const disputeParams = z.strictObject({ disputeId: stripeObjectId })
const texts = z.strictObject(
  Object.fromEntries(evidenceTexts.map(({ field, most }) => [field, lines(most).optional()])) as Record<
    (typeof evidenceTexts)[number]['field'],
    z.ZodOptional<z.ZodString>
  >,
)
const files = z.strictObject(
  Object.fromEntries(evidenceFiles.map(field => [field, stripeObjectId.optional()])) as Record<
    (typeof evidenceFiles)[number],
    z.ZodOptional<typeof stripeObjectId>
  >,
)
/** POST /api/admin/disputes/{disputeId}/evidence: saved as a draft at Stripe, or submitted to the bank for good. */
export const evidenceBody = z
  .strictObject({ texts, files, submit: z.boolean() })
  .refine(
    body => Object.values(body.texts).reduce((sum, text) => sum + (text?.length ?? 0), 0) <= evidenceTogether,
    finding('evidenceTooLong'),
  )
/** POST /api/admin/disputes/{disputeId}/files: a PDF, JPEG or PNG of at most 5 MB, as bytes. */
export const evidenceFileQuery = z.strictObject({
  field: z.enum(evidenceFiles),
  name: line(200, { min: 1 }).regex(/^[^"\\/]+$/, finding('evidenceName')),
})
export const evidenceFile = z.object({
  id: z.string(),
  field: z.enum(evidenceFiles),
  name: z.string(),
  size: z.int(),
})
export type EvidenceFile = z.infer<typeof evidenceFile>
/** GET /api/admin/disputes/{disputeId}. */
export const disputeDetail = z.object({
  id: z.string(),
  status: z.string(),
  /** staged at Stripe or submitted, by field */
  texts: z.record(z.string(), z.string()),
  files: z.array(evidenceFile),
  /** what we know, for the fields that are empty */
  suggested: z.record(z.string(), z.string()),
  submissions: z.int(),
  /** whether evidence is still taken */
  open: z.boolean(),
})
export type DisputeDetail = z.infer<typeof disputeDetail>
