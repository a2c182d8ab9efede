import { payoutThresholdRange } from '#contract/money/constants.ts'
import type { texts as english } from '../../../../features/payouts/texts.ts'
import { formatMoney } from '../../../../lib/format.ts'
import type { ToastContent } from '../../../../lib/toast.ts'
import type { Translation } from '../../../translation.ts'

const failed = (description: string): ToastContent => ({ title: 'Error', description })

export const texts = {
  progress: {
    title: 'Avance de tu pago',
    bar: 'Avance hacia tu próximo pago',
    parts: {
      available: 'Disponible ahora',
      onHold: 'En retención',
      transit: 'En camino',
    },
    until: (day: string) => `hasta el ${day}`,
    between: (first: string, last: string) => `se libera del ${first} al ${last}`,
    of: (pending: string, threshold: string) => `${pending} de ${threshold}`,
    request: 'Solicitar pago',
    requesting: 'Solicitando...',
    next: 'Próximo pago',
    fee: (amount: string, fee: string, net: string) =>
      `${amount} menos una comisión de ${fee}: recibes ${net}.`,
    destination: 'Agregar cuenta bancaria',
    failed: 'No pudimos cargar tu saldo',
  },
  history: {
    title: 'Historial de pagos',
    failed: 'No pudimos cargar tus pagos',
    loading: 'Cargando tus pagos',
    empty: 'Aún no hay pagos',
    emptyText: 'Cuando tu saldo llegue al mínimo, solicita un pago o espera la próxima fecha.',
    net: (net: string, fee: string) => `${net} después de una comisión de ${fee}`,
    who: {
      creator: 'Te toca a ti',
      staff: 'Le toca a nuestro equipo',
      platform: 'Estamos en eso',
    },
  },
  statuses: {
    pending: 'Pendiente',
    processing: 'En proceso',
    unknown: 'Por confirmar',
    completed: 'Completado',
    failed: 'Falló',
  },
  methods: { stripe: 'Stripe', manual: 'Transferencia bancaria' },
  settings: {
    when: 'Cuándo te pagamos',
    threshold: 'Mínimo para pago',
    hint: `${formatMoney(payoutThresholdRange.min)} - ${formatMoney(payoutThresholdRange.max)}`,
    frequency: 'Frecuencia de pago',
    frequencies: { weekly: 'Semanal', monthly: 'Mensual', quarterly: 'Trimestral' },
    where: 'A dónde va tu dinero',
    ready: 'Tu cuenta de Stripe está lista para recibir pagos.',
    manual: 'Los pagos se envían por transferencia. Te escribiremos para pedirte los datos de tu cuenta.',
    country: 'País de tu cuenta bancaria',
    converted: (currency: string) => `Stripe convierte tus dólares a ${currency}.`,
    moved: 'Cambiar de país',
    setUp: 'Configurar pagos',
    change: 'Cambiar la cuenta',
    opening: 'Abriendo Stripe...',
    again: 'Esa página de Stripe venció. Ábrela otra vez para continuar.',
    checking: 'Esperando a que Stripe confirme tu cuenta.',
    hosted: 'Escribes los datos de tu banco en una página de Stripe, nunca en la nuestra.',
    share: 'Reparto de ingresos',
    creator: 'Tú',
    platform: 'Plataforma',
    shareText:
      'De cada dólar que ganan tus vistas, 70 centavos son tuyos y 30 mantienen la plataforma. Un plan de pago sube lo que gana cada vista; el reparto no cambia.',
    failed: 'No pudimos cargar tu configuración',
    linkFailed: 'No pudimos abrir Stripe',
  },
  toasts: {
    triggered: {
      title: 'Pago solicitado',
      description: 'Tu pago quedó programado.',
    },
    triggerFailed: failed('No pudimos solicitar el pago. Inténtalo de nuevo.'),
    saved: {
      title: 'Preferencias actualizadas',
      description: 'Guardamos tus preferencias de pago.',
    },
    saveFailed: failed('No pudimos guardar las preferencias. Inténtalo de nuevo.'),
  },
  staff: {
    approve: 'Aprobar',
    hold: 'Retener',
    complete: 'Marcar como enviado',
    holdTitle: '¿Retener este pago?',
    holdText: 'El pago no se envía hasta que lo apruebes. El piloto verá el motivo.',
    holdReason: 'Motivo',
    holdHint: 'El piloto lo verá tal cual.',
    completeTitle: '¿Marcar este pago como enviado?',
    completeText: 'Anota la referencia que te dio el banco. Esto no se puede deshacer.',
    reference: 'Referencia del banco',
    tooShort: 'Escribe al menos tres caracteres.',
    cancel: 'Cancelar',
    awaitingFunds: 'En espera de fondos en el saldo de Stripe.',
    sent: (reference: string) => `Referencia ${reference}`,
    evidence: {
      title: 'Evidencia',
      failed: 'No pudimos cargar la evidencia',
      since: (date: string) => `Cuenta creada el ${date}.`,
      first: 'Nunca se le ha pagado.',
      before: (count: number, amount: string) =>
        count === 1 ? `Se le pagó una vez, ${amount}.` : `Se le pagó ${count} veces, ${amount} en total.`,
      held: (count: number) =>
        count === 0
          ? 'No hay conteos en retención.'
          : count === 1
            ? 'Los conteos de una publicación están en retención.'
            : `Los conteos de ${count} publicaciones están en retención.`,
      none: 'No hay vistas contadas.',
      columns: { video: 'Video', views: 'Vistas', likes: 'Me gusta', share: 'Me gusta por vista' },
      onHold: 'en retención',
    },
    approvals: {
      not_needed: null,
      needed: null,
      approved: 'Aprobado',
      held: 'Retenido',
    },
    approved: { title: 'Pago aprobado' },
    held: { title: 'Pago retenido' },
    completed: { title: 'Pago completado' },
    failed: 'No se pudo cambiar el pago',
    tryAgain: 'Inténtalo de nuevo.',
  },
  refunds: {
    title: 'Facturas',
    none: 'Nunca tuvo un plan de pago',
    failed: 'No pudimos cargar las facturas',
    refund: 'Reembolsar',
    refunded: (amount: string) => `${amount} reembolsados`,
    ask: (amount: string) => `Reembolsar hasta ${amount}`,
    text: 'Sin una cantidad, se reembolsa todo a la tarjeta y el plan termina ahora. Una parte deja el plan como está.',
    part: 'Cantidad en dólares',
    wrongPart: (most: string) => `Escribe una cantidad como 2.50, de ${most} como máximo.`,
    refundAll: 'Reembolsar todo',
    refundPart: 'Reembolsar esta cantidad',
    reason: 'Motivo',
    done: { title: 'Factura reembolsada' },
    refundFailed: 'No se pudo reembolsar la factura',
    over: 'Ya pasaron los 30 días de la garantía: solo se puede reembolsar una parte y el plan queda como está.',
  },
} satisfies Translation<typeof english>
