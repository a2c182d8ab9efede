import type { StripeState } from './state.ts'
import type { Charge, EarlyFraudWarning } from './types.ts'

type Emit = (type: string, object: unknown) => void

/** A card's issuer reports a payment as probably fraudulent (https://docs.stripe.com/disputes/measuring). */
export function warnOf(state: StripeState, emit: Emit, charge: Charge): EarlyFraudWarning {
  const made = state.put('early_fraud_warning', {
    ...state.base('early_fraud_warning'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    fraud_type: 'misc',
  })
  emit('radar.early_fraud_warning.created', made)
  return made
}

/** Nothing is left to do about the warnings of a payment that was refunded in full, or disputed. */
export function endWarnings(state: StripeState, emit: Emit, chargeId: string): void {
  for (const warning of state.all('early_fraud_warning', w => w.charge === chargeId && w.actionable))
    emit(
      'radar.early_fraud_warning.updated',
      state.put('early_fraud_warning', { ...warning, actionable: false }),
    )
}
