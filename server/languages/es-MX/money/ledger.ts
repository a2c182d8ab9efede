import type { entries as english } from '#server/accounting/sentences/entries.ts'
import type { Translation } from '#server/core/sentences.ts'
import { dayIn } from '../words/formats.ts'
import { viewsOf } from '../words/views.ts'

export const ledger = {
  viewsCame: 'Llegaron vistas.',
  released: 'Terminó el periodo de retención de unas ganancias.',
  payoutStarted: 'Se inició un pago.',
  payoutSent: 'Se envió un pago.',
  payoutUncompleted: 'Se devolvió un pago que se había enviado.',
  planPaid: 'Se pagó un plan con tarjeta.',
  planRefunded: 'Se reembolsó un plan a la tarjeta.',
  chargeSettled: 'Llegó a Stripe un pago con tarjeta, menos la comisión de Stripe.',
  refundSettled: 'Salió un reembolso del saldo de Stripe.',
  refundFailed: 'Un reembolso no llegó a su tarjeta y se devolvió.',
  transferSettled: 'Salió un pago del saldo de Stripe.',
  transferReturned: 'Un pago volvió al saldo de Stripe.',
  bankMoved: 'Se movió dinero entre el banco y Stripe.',
  stripeAdjusted: 'Stripe ajustó el saldo.',
  creditMoved: 'Un cambio de plan dejó crédito, o el crédito pagó un plan.',
  creditAdjusted: 'Se cambió el crédito de un usuario en Stripe.',
  creditTakenBack: ({ again }) =>
    again
      ? 'Se volvió a dar crédito, porque falló un reembolso.'
      : 'Se retiró crédito, porque su pago se devolvió.',
  disputeWithdrawn: 'Un banco retiró por ahora un pago en disputa.',
  disputeFee: 'Stripe cobró su comisión por una disputa.',
  disputeReinstated: 'Se recuperó un pago en disputa.',
  disputeLost: 'Se perdió una disputa.',
  writtenOff: ({ reason }) => `Se condonó un saldo por debajo de cero: ${reason}`,
  correction: ({ month, reason }) => `Corrección de ${month}: ${reason}`,
  counted: ({ views, platform }) => `Se contaron ${viewsOf(views)} en ${platform ?? 'una plataforma'}.`,
  other: ({ name }) => `${name} (movimiento sin descripción).`,
  payoutBack: ({ reason }) => `Un pago volvió al saldo${reason ? `: ${reason}` : ''}.`,
  recognized: ({ day }) => `Lo que se pagó de planes por el ${dayIn(day)} pasó a ingresos.`,
  takenBack: ({ views, platform }) =>
    `Se descontaron ${viewsOf(views)} en ${platform ?? 'una plataforma'}: la plataforma corrigió su conteo.`,
} satisfies Translation<typeof english>
