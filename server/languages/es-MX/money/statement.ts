import { brand } from '#contract/brand.ts'
import type { texts as english } from '#server/earnings/sentences/statement.ts'
import type { Translation } from '#server/platform/sentences.ts'
import { usd } from '../words/formats.ts'
import { viewsOf } from '../words/views.ts'

export const statement = {
  amount: ({ sum }) => usd(sum),
  closing: 'Saldo final',
  deleted: 'Video eliminado',
  earned: 'Ganado',
  earnedTotal: 'Ganancias',
  earnings: 'Ganancias por video y plataforma',
  earningsNote: 'Tu parte de lo que ganaron las vistas, con las correcciones de las plataformas.',
  fee: 'Comisión',
  fromBalance: 'De tu saldo',
  net: 'Recibiste',
  noEarnings: 'Este mes no hubo ganancias.',
  noPayouts: 'Este mes no hubo pagos.',
  opening: 'Saldo inicial',
  otherPlatforms: 'Otras',
  page: ({ page, pages }) => `Página ${page} de ${pages}`,
  paidOut: 'Pagado',
  payout: 'Pago',
  payouts: 'Pagos',
  returned: 'Pago que no se completó; está de nuevo en tu saldo',
  rounding:
    'Los montos se guardan con precisión de una millonésima de dólar. Aquí se redondean a centavos para que las filas sumen sus totales; el archivo CSV de este mes tiene los montos exactos.',
  running: 'Este mes todavía no termina: las cifras son las de hoy.',
  tax: 'Impuestos',
  taxLine: `Impuestos retenidos: ${usd('$0.00')}`,
  taxNote: `${brand} no retiene impuestos de tus ganancias. A ti te toca declararlos y pagarlos. Este estado de cuenta no es una constancia fiscal: si te corresponde una por el año, la recibes aparte.`,
  title: 'Estado de cuenta',
  titleInFull: ({ month }) => `Estado de cuenta de ${brand}, ${month}`,
  to: 'Para',
  total: 'Total',
  unknownPlatform: 'la plataforma',
  untitled: 'Rodada sin título',
  video: 'Video',
  views: ({ count }) => viewsOf(count),
  what: 'Concepto',
  when: 'Fecha',
  zone: ({ zone }) => `Días y horas en la zona ${zone}. Todos los montos están en dólares estadounidenses.`,
} satisfies Translation<typeof english>
