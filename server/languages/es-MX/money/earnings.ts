import type { Translation } from '#server/core/sentences.ts'
import type { explanations as englishExplanations } from '#server/earnings/sentences/explanations.ts'
import type { sentences as english } from '#server/earnings/sentences/sentences.ts'
import { dayIn, usd } from '../words/formats.ts'
import { viewsOf } from '../words/views.ts'

const videoOf = (title: string | null) => (title === null ? 'un video eliminado' : `“${title}”`)
const onPlatform = (name: string | null) => `en ${name ?? 'la plataforma'}`

const explanations = {
  corrected: ({ views, title, platform, amount }) =>
    `${platform ?? 'La plataforma'} corrigió su conteo de ${videoOf(title)}, así que se descontaron ${usd(amount)} de ${viewsOf(views)}; las vistas que siguen contando aparecen de nuevo en la lista.`,
  earned: ({
    views,
    engaged,
    title,
    platform,
    rate,
    viral,
    plan,
    multiplier,
    gross,
    percent,
    amount,
    without,
  }) =>
    `${viewsOf(views)} ${engaged ? 'con interacción' : views === 1 ? 'pública' : 'públicas'} de ${videoOf(title)} ${onPlatform(platform)} a ${usd(`$${rate}`)} × ${viral} por potencial viral${plan ? ` × ${multiplier} del plan ${plan}` : ''} sumaron ${usd(gross)}; tu ${percent}% es ${usd(amount)}${without ? `, sin el plan ${without === 'disputed' ? 'cuyo pago retiró el banco de tu tarjeta' : 'que se reembolsó'}` : ''}.`,
  paidByBank: ({ amount }) => `Pago de ${usd(amount)} por transferencia bancaria, sin comisión.`,
  paidByBankLessFee: ({ amount, net, fee }) =>
    `Pago de ${usd(amount)} por transferencia bancaria, ${usd(net)} después de una comisión de ${usd(fee)}.`,
  paidByStripe: ({ amount }) => `Pago de ${usd(amount)} por Stripe, sin comisión.`,
  paidByStripeLessFee: ({ amount, net, fee }) =>
    `Pago de ${usd(amount)} por Stripe, ${usd(net)} después de una comisión de ${usd(fee)}.`,
  partCameBack: ({ amount }) => `Se devolvieron ${usd(amount)} de un pago y están de nuevo en tu saldo.`,
  payoutCameBack: ({ amount, reason }) =>
    `No se completó un pago de ${usd(amount)}${reason ? ` (${reason})` : ''}, así que el dinero está de nuevo en tu saldo.`,
  planReturned: ({ plan, disputed, amount, views, title, platform, multiplier }) =>
    `${disputed ? `El banco de tu tarjeta retiró tu pago del plan ${plan}` : `Se reembolsó tu pago del plan ${plan}`}, así que se descontaron ${usd(amount)} de ${viewsOf(views)} de ${videoOf(title)} ${onPlatform(platform)} con su ${multiplier}x. Las mismas vistas aparecen de nuevo con lo que ganan sin el plan.`,
} satisfies Translation<typeof englishExplanations>

const others = {
  budgetMessage: ({ day }) =>
    `Ya se usó la mayor parte del presupuesto de este mes para vistas. Cuando se termine, tus vistas nuevas se siguen contando, pero esperan hasta el ${dayIn(day)}: a partir de entonces se suman a tu saldo, primero las más antiguas, al precio que tenían cuando se vieron por primera vez. No se pierde nada.`,
  budgetTitle: 'Pronto las vistas nuevas podrían tener que esperar',
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

export const earnings = { ...others, ...explanations }
