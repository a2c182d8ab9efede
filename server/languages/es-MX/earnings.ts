import type { sentences as english } from '#server/earnings/sentences.ts'
import type { Translation } from '#server/platform/sentences.ts'
import { usd } from './words/formats.ts'

export const earnings = {
  endsBeforeStart: 'El periodo termina antes de empezar. Elige una fecha final posterior.',
  twoYears: 'Un reporte puede abarcar hasta dos años.',
  milestoneLast: ({ amount }) =>
    `Con tus videos ya ganaste ${usd(amount)} en total: es la meta más alta que hay.`,
  milestoneNext: ({ amount, next }) =>
    `Con tus videos ya ganaste ${usd(amount)} en total. La siguiente meta es ${usd(next)}.`,
  milestoneTitle: ({ amount }) => `Ya ganaste ${usd(amount)}`,
  planReturnedMessage: ({ amount }) =>
    `Las vistas que se contaron con este pago ahora ganan lo mismo que sin el plan: ${usd(amount)} menos. Lo demás no cambia. Si ese dinero ya se te pagó, se descuenta de tus próximas ganancias.`,
  planReturnedTitle: ({ plan, disputed }) =>
    disputed ? `El banco de tu tarjeta retiró tu pago de ${plan}` : `Te reembolsamos tu pago de ${plan}`,
} satisfies Translation<typeof english>
