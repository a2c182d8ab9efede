import { moneyBackDays } from '#contract/money/constants.ts'
import type { texts as english } from '../../../../features/subscriptions/texts.ts'
import { formatViews } from '../../../../lib/format.ts'
import type { ToastContent } from '../../../../lib/toast.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: 'Premium',
  lead: 'Un plan sube lo que te deja cada vista desde el momento en que empieza.',
  signedOut: {
    title: 'Inicia sesión',
    text: 'Los planes pertenecen a una cuenta. Inicia sesión y elige uno.',
    button: 'Iniciar sesión',
  },
  plansFailed: 'No pudimos cargar los planes',
  notSetUp: 'Por ahora no se pueden comprar planes',
  notSetUpText: 'Los cobros no están configurados en este servidor.',
  plans: 'Planes',
  forever: 'para siempre',
  perMonth: 'al mes',
  perMonthBeforeTax: 'al mes más impuestos',
  current: 'Plan actual',
  paused: 'En pausa',
  breakEven: (views: number) => `Se paga solo desde ${formatViews(views)} al mes con la tarifa base.`,
  upgrade: (name: string) => `Mejorar a ${name}`,
  change: (name: string) => `Cambiar a ${name}`,
  included: 'Siempre tuyo',
  standing: {
    title: 'Tu plan',
    active: (name: string, multiplier: number, when: string) =>
      `${name}: cada vista gana ${multiplier}x. Se renueva el ${when}.`,
    ending: (name: string, when: string) => `${name} termina el ${when}. Hasta entonces nada cambia.`,
    pastDue: 'El último cobro no pasó',
    grace: (when: string) => `Tu plan sigue hasta el ${when}. Paga con esta u otra tarjeta para conservarlo.`,
    graceOver: 'Tu plan está en pausa hasta que pagues la factura pendiente.',
    paused: (name: string) => `Tu plan ${name} está en pausa`,
    pausedFor: {
      dispute:
        'El banco de tu tarjeta está disputando el pago de este plan. Hasta que se resuelva, las vistas nuevas ganan sin el multiplicador y no se cobra nada. Si el pago procede, tu plan sigue solo; si no, termina.',
      refund:
        'Te reembolsamos el pago de este plan, así que las vistas nuevas ganan sin el multiplicador. Empieza otra vez con tu próximo pago.',
      unpaid:
        'No se cobró este mes, porque tu pago estaba en disputa cuando empezó. Las vistas nuevas ganan sin el multiplicador hasta tu próximo pago.',
    },
    pay: 'Pagar ahora',
    pending: (name: string) => `Confirma tu cambio a ${name}`,
    pendingText: (when: string) =>
      `Tu banco quiere que confirmes el pago. Puedes hacerlo hasta el ${when}; hasta entonces nada cambia.`,
    confirm: 'Confirmar pago',
    keepPlan: (name: string) => `Conservar ${name}`,
    cancel: 'Cancelar suscripción',
    resume: 'Reanudar suscripción',
    sure: '¿Cancelar tu suscripción?',
    sureText: (when: string) =>
      `La conservas hasta el ${when} y ya no se cobra nada. Puedes reanudarla hasta entonces.`,
    keep: 'Conservarla',
  },
  payment: {
    title: (name: string) => `Suscríbete a ${name}`,
    payTitle: 'Paga la factura pendiente',
    price: (price: string) => `${price} al mes`,
    beforeTax: (price: string) => `${price} al mes más impuestos`,
    note: `Se cobra hoy y luego cada mes. Cancela cuando quieras; garantía de devolución de ${moneyBackDays} días.`,
    payNote: 'La factura de tu última renovación. Tu plan sigue en cuanto la pagues.',
    loading: 'Cargando el formulario de pago',
    notLoaded: 'No pudimos cargar el formulario de pago',
    subscribe: 'Suscribirme ahora',
    subscribing: 'Procesando...',
    pay: 'Pagar ahora',
    cancel: 'Cancelar',
    secure: 'Tu tarjeta va directo a Stripe y nunca pasa por nuestros servidores.',
    noReason: 'El pago no pasó.',
  },
  billing: {
    title: 'Dirección de facturación',
    country: 'País',
    zip: 'Código ZIP',
    postalCode: 'Código postal',
    why: 'Los impuestos dependen de dónde vives. Escribe tu dirección de facturación para ver cuánto pagas hoy.',
    price: 'Plan',
    tax: 'Impuestos',
    total: 'A pagar hoy',
    failed: 'No pudimos calcular los impuestos. Inténtalo de nuevo.',
    needed: 'Falta tu dirección de facturación',
    neededText: 'Los impuestos de tu plan dependen de dónde vives. Aplica desde tu próxima factura.',
    enter: 'Escribir dirección',
    forPlan: 'La usamos para calcular los impuestos de tu plan desde la próxima factura.',
    save: 'Guardar dirección',
    notSaved: 'No pudimos guardar tu dirección',
  },
  changing: {
    title: (name: string) => `Cambiar a ${name}`,
    today: 'Qué cambia hoy',
    dueNow: 'A pagar hoy',
    credit: 'Saldo a favor en próximas facturas',
    next: (amount: string, when: string) => `Después ${amount} al mes, el próximo cobro es el ${when}.`,
    nextBeforeTax: (amount: string, when: string) =>
      `Después ${amount} al mes más los impuestos que apliquen, el próximo cobro es el ${when}.`,
    failed: 'No pudimos calcular el cambio',
    confirm: (name: string) => `Cambiar a ${name}`,
    busy: 'Cambiando...',
    cancel: 'Cancelar',
  },
  card: {
    title: 'Tarjeta y facturas',
    text: 'Stripe guarda tu tarjeta y envía tus recibos. En sus páginas cambias la tarjeta y encuentras todas tus facturas.',
    none: 'Cuando tengas un plan, aquí podrás cambiar tu tarjeta y encontrar tus facturas y recibos.',
    change: 'Cambiar tarjeta',
    invoices: 'Facturas y recibos',
    failed: 'No pudimos abrir la página de pagos',
    tryAgain: 'Inténtalo de nuevo.',
  },
  invoices: {
    open: 'Ver',
    label: (when: string) => `Factura del ${when}`,
    refunded: (amount: string) => `${amount} reembolsados`,
    tax: (amount: string) => `incluye ${amount} de impuestos`,
    statuses: {
      draft: 'Borrador',
      open: 'Pendiente',
      paid: 'Pagada',
      uncollectible: 'Sin pagar',
      void: 'Anulada',
    },
  },
  faq: {
    title: 'Preguntas',
    more: '¿Tienes otra pregunta?',
    contact: 'Contáctanos',
    items: [
      {
        question: '¿Puedo cancelar cuando quiera?',
        answer:
          'Sí, puedes cancelar tu suscripción cuando quieras, aquí en esta página. Conservas tu plan hasta que termine el periodo que ya pagaste.',
      },
      {
        question: '¿Hay garantía de devolución?',
        answer: `Sí, de ${moneyBackDays} días. Escríbenos dentro de los ${moneyBackDays} días de un pago y te lo devolvemos completo a tu tarjeta.`,
      },
      {
        question: '¿Qué hace el multiplicador?',
        answer:
          'Sube lo que gana cada vista mientras tienes el plan: 1.5x con Premium, 2x con Pro. De todo eso, el 70% es tuyo. Las vistas contadas antes o después no cambian.',
      },
      {
        question: '¿Puedo cambiar de plan?',
        answer:
          'Sí. Antes de aceptar ves lo que pagas o lo que queda a tu favor por el resto del mes, y el nuevo multiplicador vale desde ese momento.',
      },
      {
        question: '¿Qué pasa si rechazan mi tarjeta?',
        answer:
          'Te avisamos por correo y tu plan sigue siete días mientras pagas con la misma u otra tarjeta.',
      },
    ],
  },
  toasts: {
    refused: (description: string): ToastContent => ({
      title: 'El pago no pasó',
      description,
      variant: 'destructive',
    }),
    activated: {
      title: 'Suscripción activada',
      description: '¡Te damos la bienvenida a Premium! Tu suscripción ya está activa.',
    },
    failed: {
      title: 'Error',
      description: 'No pudimos procesar la suscripción. Inténtalo de nuevo.',
    },
    taken: {
      title: 'Pago recibido',
      description: 'Tu plan empieza en cuanto el procesador de pagos lo confirme.',
    },
    paid: { title: 'Factura pagada', description: 'Gracias. Tu plan sigue activo.' },
    changed: (name: string): ToastContent => ({
      title: 'Cambiaste de plan',
      description: `Ahora tienes el plan ${name}.`,
    }),
    kept: (name: string): ToastContent => ({
      title: 'Tu plan no cambió',
      description: `Sigues con el plan ${name} y no se cobró nada.`,
    }),
    cancelled: (when: string): ToastContent => ({
      title: 'Suscripción cancelada',
      description: `Tu plan termina el ${when}.`,
    }),
    addressSaved: { title: 'Dirección de facturación guardada' },
    resumed: {
      title: 'Suscripción reanudada',
      description: 'Tu plan sigue como antes.',
    },
  },
} satisfies Translation<typeof english>
