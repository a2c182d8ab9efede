import type { names as english } from '#server/accounting/sentences/account-names.ts'
import type { Translation } from '#server/core/sentences.ts'

export const chart = {
  bank: 'Banco',
  stripeBalance: 'Saldo en Stripe',
  clearing: 'Pagos con tarjeta en camino',
  reserves: 'Pagos en disputa',
  paidOut: 'Enviado a pilotos',
  creatorPending: 'Pilotos, en retención',
  creatorPayable: 'Pilotos, por pagar',
  payoutClearing: 'Pagos a pilotos en camino',
  creatorPaid: 'Pilotos, pagado',
  deferredRevenue: 'Ingresos diferidos',
  customerCredit: 'Crédito de usuarios',
  taxPayable: 'Impuesto sobre ventas por pagar',
  viewsClearing: 'Compensación de vistas',
  writeOffs: 'Saldos condonados',
  viewRevenue: 'Ingresos por vistas',
  platform: 'Parte de la plataforma en las vistas',
  subscriptionRevenue: 'Ingresos por planes',
  processingFees: 'Comisiones por pagos con tarjeta',
  fees: 'Comisiones por pagos a pilotos',
} satisfies Translation<typeof english>
