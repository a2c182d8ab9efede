import { transaction } from './balance.ts'
import { StripeRefusal } from './errors.ts'
import { type Form, formOf, metadataOf, textOf } from './form.ts'
import { noEvidence } from './published/rest-disputes.ts'
import type { StripeState } from './state.ts'
import type { BalanceTransaction, Charge, Dispute } from './types.ts'
import { endWarnings } from './warnings.ts'

type Emit = (type: string, object: unknown) => void

/** Stripe's fee for every dispute that withdraws money, cents (https://stripe.com/pricing). */
const disputeFee = 1500
/** How long evidence is accepted. */
const dueSeconds = 9 * 24 * 3600

/** Evidence texts that decide a dispute in test mode (https://docs.stripe.com/testing#evidence). */
const verdicts: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' }

function withdraw(state: StripeState, dispute: Dispute): BalanceTransaction {
  return transaction(state, {
    type: 'adjustment',
    category: 'dispute',
    source: dispute.id,
    amount: -dispute.amount,
    fee: disputeFee,
    feeFor: 'Dispute fee',
  })
}

/**
 * Opens a dispute: a chargeback deducts the amount and a fee from the balance at once; an inquiry only asks.
 */
export function openDispute(
  state: StripeState,
  emit: Emit,
  charge: Charge,
  kind: 'chargeback' | 'inquiry',
): Dispute {
  state.put('charge', { ...charge, disputed: true })
  const inquiry = kind === 'inquiry'
  const draft: Dispute = {
    ...state.base('dispute'),
    object: 'dispute',
    amount: charge.amount,
    currency: 'usd',
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    balance_transactions: [],
    is_charge_refundable: inquiry,
    evidence: noEvidence,
    evidence_details: {
      due_by: state.now() + dueSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    metadata: {},
  }
  const made = state.put('dispute', {
    ...draft,
    balance_transactions: inquiry ? [] : [withdraw(state, draft)],
  })
  emit('charge.dispute.created', made)
  if (!inquiry) emit('charge.dispute.funds_withdrawn', made)
  if (!inquiry) endWarnings(state, emit, charge.id)
  return made
}

const isOver = ({ status }: Dispute) => ['won', 'lost', 'warning_closed'].includes(status)

function end(state: StripeState, emit: Emit, dispute: Dispute, verdict: 'won' | 'lost'): Dispute {
  const inquiry = dispute.status.startsWith('warning')
  const won = verdict === 'won' && !inquiry
  // The amount is returned, the fee isn't.
  const back = {
    type: 'adjustment',
    category: 'dispute_reversal',
    source: dispute.id,
    amount: dispute.amount,
  } as const
  const closed = state.put('dispute', {
    ...dispute,
    status: inquiry ? 'warning_closed' : verdict,
    balance_transactions: [...dispute.balance_transactions, ...(won ? [transaction(state, back)] : [])],
  })
  emit('charge.dispute.closed', closed)
  if (won) emit('charge.dispute.funds_reinstated', closed)
  return closed
}

/** Evidence that is a file; the others are texts (https://docs.stripe.com/api/disputes/evidence_object). */
const fileFields = new Set([
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
])
/** Texts with a limit of their own, characters. */
const longFields = new Set([
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'duplicate_charge_explanation',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'uncategorized_text',
])
const longest = 20_000
const longestTogether = 150_000

const invalid = (param: string, message: string) =>
  new StripeRefusal(400, 'invalid_request_error', message, { param: `evidence[${param}]` })

/** @throws StripeRefusal for too long a text, and for anything but a file for evidence in a file's place */
function checkEvidence(state: StripeState, evidence: object): void {
  let together = 0
  for (const [name, value] of Object.entries(evidence)) {
    if (typeof value !== 'string') continue
    if (fileFields.has(name)) {
      const file = state.find('file', value)
      if (!file) throw invalid(name, `No such file upload: '${value}'`)
      if (file.purpose !== 'dispute_evidence')
        throw invalid(name, `File ${value} has purpose ${file.purpose}, not dispute_evidence.`)
      continue
    }
    if (longFields.has(name) && value.length > longest)
      throw invalid(name, `${name} has a maximum character count of ${longest}.`)
    together += value.length
  }
  if (together > longestTogether)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `The combined character count of all evidence is limited to ${longestTogether}.`,
      { param: 'evidence' },
    )
}

/**
 * Submits evidence; in test mode its text decides.
 * @throws StripeRefusal once the dispute is closed, and for evidence that Stripe doesn't take
 */
export function updateDispute(state: StripeState, emit: Emit, id: string, form: Form): Dispute {
  const dispute = state.get('dispute', id)
  if (isOver(dispute)) throw new StripeRefusal(400, 'invalid_request_error', 'This dispute is already closed')
  const evidence = Object.fromEntries(
    Object.entries(formOf(form.evidence)).flatMap(([name, value]) => {
      const text = textOf(value)
      // An empty text takes back what was staged.
      return text === undefined ? [] : [[name, text === '' ? null : text]]
    }),
  )
  const staged = { ...dispute.evidence, ...evidence }
  checkEvidence(state, staged)
  const given = Object.keys(evidence).length > 0
  // Without evidence of its own, only an explicit request submits what was staged.
  const submit = given ? textOf(form.submit) !== 'false' : textOf(form.submit) === 'true'
  const updated = state.put('dispute', {
    ...dispute,
    status: submit && dispute.status === 'needs_response' ? 'under_review' : dispute.status,
    evidence: staged,
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: dispute.evidence_details.has_evidence || given,
      submission_count: dispute.evidence_details.submission_count + (submit ? 1 : 0),
      submission_method: submit ? 'manual' : dispute.evidence_details.submission_method,
    },
    metadata: { ...dispute.metadata, ...metadataOf(form.metadata) },
  })
  emit('charge.dispute.updated', updated)
  const verdict = submit ? verdicts[staged.uncategorized_text ?? ''] : undefined
  return verdict ? end(state, emit, updated, verdict) : updated
}

/** Accepts a dispute: it is lost. */
export function closeDispute(state: StripeState, emit: Emit, id: string): Dispute {
  const dispute = state.get('dispute', id)
  if (isOver(dispute)) throw new StripeRefusal(400, 'invalid_request_error', 'This dispute is already closed')
  return end(state, emit, dispute, 'lost')
}

/** Disputes a payment whose card isn't a dispute test card, as any bank can do months later. */
export function disputeCharge(state: StripeState, emit: Emit, chargeId: string): Dispute {
  return openDispute(state, emit, state.get('charge', chargeId), 'chargeback')
}
