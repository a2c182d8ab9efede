import type { Transaction } from '#contract/money/earnings.ts'
import type { texts as english } from '../../../../pages/earnings/texts.ts'
import type { Translation } from '../../../translation.ts'

const types: Record<Transaction['type'], string> = {
  view_revenue: 'vistas',
  premium_view_revenue: 'vistas con plan de pago',
  view_correction: 'corrección de vistas',
  premium_view_correction: 'corrección de vistas con plan de pago',
  premium_view_refunded: 'vistas con plan reembolsado',
  view_repriced: 'vistas con nuevo precio',
  premium_view_repriced: 'vistas con plan de pago y nuevo precio',
  payout: 'pago',
  payout_returned: 'pago devuelto',
}

export const texts = {
  title: 'Ganancias',
  explained: 'Cómo funcionan las ganancias y los pagos',
  cards: {
    total: 'Ganancias totales',
    pending: 'Ganancias por pagar',
    views: 'Vistas totales',
    tier: 'Suscripción',
  },
  tiers: { free: 'Gratis', premium: 'Premium', pro: 'Pro' },
  tabsLabel: 'Ganancias',
  tabs: {
    overview: 'Resumen',
    transactions: 'Movimientos',
    payouts: 'Pagos',
    settings: 'Configuración',
  },
  budget: {
    failed: 'No pudimos averiguar si las vistas nuevas esperan',
    near: 'Pronto las vistas nuevas podrían tener que esperar',
    nearText: (day: string) =>
      `Ya se usó la mayor parte del presupuesto de este mes para vistas. Cuando se termine, las vistas nuevas esperan hasta el ${day}. Conservan su precio.`,
    reached: (day: string) => `Las vistas nuevas esperan hasta el ${day}`,
    reachedText:
      'Ya se usó el presupuesto de este mes para vistas. Las vistas nuevas se cuentan y conservan su precio; después se suman a tu saldo, primero las más antiguas.',
    yours: (views: string) => `De las tuyas esperan: ${views}.`,
  },
  period: 'Periodo',
  periods: {
    7: 'Últimos 7 días',
    30: 'Últimos 30 días',
    90: 'Últimos 90 días',
    365: 'Último año',
  },
  report: {
    title: 'Reporte',
    failed: 'No pudimos cargar el reporte',
    loading: 'Cargando tu reporte',
    empty: 'No hay datos de este periodo',
    emptyText:
      'Las vistas de tus videos publicados generan ganancias; aquí se cuentan cuando las plataformas las reportan.',
    totals: {
      earnings: 'Ganado',
      views: 'Vistas',
      premium: 'Vistas premium',
      payouts: 'Pagado',
    },
    breakdown: 'Desglose de ingresos',
    parts: {
      viewRevenue: 'Vistas',
      premiumViewRevenue: 'Vistas con plan de pago',
      subscriptionRevenue: 'Extra por tu plan',
    },
    partsNote:
      'Tu parte, después del 30% de la plataforma. “Extra por tu plan” es lo que un plan de pago sumó a las mismas vistas.',
  },
  byDay: {
    title: 'Ganancias por día',
    weekly: 'Ganancias por semana',
    best: 'El mejor',
    table: 'Ver como tabla',
    tableName: 'Ganancias en una tabla',
    columns: { when: 'Cuándo', earnings: 'Ganancias', views: 'Vistas' },
    summary: (total: string, bars: number, best: string) =>
      `${total} en ${bars} barras; la mejor: ${best}. La tabla de abajo tiene todas las cifras.`,
  },
  byVideo: {
    title: 'Ganancias por video',
    deleted: 'Video eliminado',
    more: (count: number) => `Mostrar los ${count}`,
  },
  transactions: {
    title: 'Últimos movimientos',
    failed: 'No pudimos cargar tus movimientos',
    loading: 'Cargando tus movimientos',
    empty: 'No hay movimientos',
    emptyText: 'Aquí aparece cada movimiento de tu saldo, explicado en una oración.',
    more: 'Mostrar más',
    types: (type: Transaction['type']) => types[type],
  },
  statements: {
    title: 'Estados de cuenta mensuales',
    failed: 'No pudimos cargar tus estados de cuenta',
    empty: 'Verás el primero cuando hayas ganado algo.',
    earned: (earned: string) => `${earned} ganados`,
    paid: (paid: string) => `${paid} pagados`,
    csv: (month: string) => `CSV de ${month}`,
    pdf: (month: string) => `PDF de ${month}`,
  },
} satisfies Translation<typeof english>
