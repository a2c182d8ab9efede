import type { Translation } from '#server/core/sentences.ts'
import type { notices as englishNotices } from '#server/subscriptions/sentences/notices.ts'
import type { sentences as english } from '#server/subscriptions/sentences/sentences.ts'
import { dayIn, usd } from '../words/formats.ts'

const refusals = {
  addressNeeded: 'Escribe tu dirección de facturación: de ella depende el impuesto.',
  alreadyRefunded: 'Esta factura ya se reembolsó.',
  alreadySubscribed: 'Ya tienes un plan. Cámbialo en vez de comprar otro.',
  badSignature: 'La firma de este evento no es válida.',
  changeWaits: 'Otro cambio de tu plan espera tu confirmación. Confírmalo o primero conserva tu plan.',
  confirmEmail: 'Primero confirma tu correo: pide un enlace de acceso y ábrelo.',
  declined: ({ reason }) => reason,
  disputed: 'Tu pago está en disputa. Podrás cambiar de plan cuando se resuelva.',
  evidenceClosed: 'Esta disputa ya no acepta pruebas.',
  evidenceEmpty: 'Primero agrega un texto o un archivo.',
  evidenceTooLarge: 'Un archivo de prueba tiene como máximo 5 MB.',
  evidenceType: 'Un archivo de prueba es un PDF, un JPEG o un PNG.',
  foreignFile: 'Envía este archivo otra vez: se envió para otra disputa u otro campo.',
  guaranteeOver: ({ days }) => `La garantía de reembolso de ${days} días ya terminó.`,
  notCharged: 'No se pudo hacer el cargo a tu tarjeta. Cambia tu tarjeta e inténtalo de nuevo.',
  notACard: 'Esta factura no se pagó con tarjeta, así que no se puede reembolsar aquí.',
  nothingBought: 'Aún no has comprado un plan, así que no hay tarjeta que cambiar ni facturas.',
  notOurAccount: 'Este secreto no es para eventos de esta cuenta.',
  notPaid: 'No se pagó nada de esta factura, así que no hay nada que reembolsar.',
  noEvent: 'El cuerpo no es un evento.',
  noPlan: 'Por ahora no tienes un plan.',
  noTax: 'Aquí los planes se venden sin impuesto, así que no hace falta una dirección de facturación.',
  notSold: 'Los planes todavía no están disponibles en este servidor.',
  otherStyle: ({ expected, got }) => `Este secreto es para ${expected}, no para ${got}.`,
  payFirst: 'Paga primero la factura pendiente y después cambia de plan.',
  payNext: 'Tu plan no está pagado en este momento. Puedes cambiarlo después del próximo pago.',
  priceChanged: 'El precio cambió mientras tanto. Revisa el nuevo.',
  providerDown: 'Nuestro proveedor de pagos no respondió. Inténtalo de nuevo en un momento.',
  quoteExpired: 'Este precio venció. Revisa el nuevo.',
  quoteOfOtherPlan: 'Este precio es de otro plan. Revisa el precio de este.',
  quoteUsed: 'Este precio ya se usó. Revisa el nuevo.',
  refundedMeanwhile: ({ sum }) =>
    `Mientras tanto se reembolsaron ${usd(sum)} de esta factura. Revisa la lista y decide otra vez.`,
  refundArrives: 'El banco no devolvió este reembolso, así que no se envía otra vez.',
  refundResent: 'Este reembolso ya se envió otra vez.',
  refundTooLarge: ({ left }) => `De esta factura se pueden reembolsar todavía ${usd(left)} como máximo.`,
  samePlan: 'Ya tienes este plan.',
  sendAsBytes: 'Envía el archivo como application/octet-stream.',
  taxUnknown: 'No pudimos calcular el impuesto para esta dirección. Revisa el país y el código postal.',
  unknownPlan: 'Este no es uno de nuestros planes.',
} satisfies Translation<typeof english>

const taxProblems: Record<string, string> = {
  'requires location inputs': 'Stripe no sabe dónde está el cliente',
  failed: 'falló el cálculo de Stripe',
  'system error': 'falló el cálculo de Stripe',
}

const notices = {
  addressMessage:
    'No pudimos calcular el impuesto de tu plan. Escribe tu dirección de facturación en la página Premium.',
  addressTitle: 'Revisa tu dirección de facturación',
  askedMessage: ({ id, day }) =>
    `No se retiró dinero. Responde ${id} en el panel de Stripe${day ? ` antes del ${dayIn(day)}` : ''}, para que no se convierta en una disputa.`,
  askedTitle: ({ sum }) => `Un banco pregunta por un cobro de ${usd(sum)}`,
  cardRefusedMessage: ({ refund, reason }) =>
    `El banco de la tarjeta no aceptó el reembolso ${refund} (${reason}). El dinero está de nuevo en el saldo de Stripe: envíalo otra vez en la pestaña Dinero o devuélvelo al cliente por otro medio.`,
  cardRefusedTitle: ({ sum }) => `Se devolvió un reembolso de ${usd(sum)}`,
  creditMessage: ({ customer, here, there }) =>
    `${customer} tiene ${usd(there)} en Stripe y ${usd(here)} en el libro mayor. Revisa el saldo del cliente en Stripe.`,
  creditTitle: 'El crédito de un usuario difiere de Stripe',
  currencyMessage: ({ invoice, sum }) =>
    `La factura ${invoice} por ${sum} no está en dólares, así que no está en el libro mayor. Revisa los precios en Stripe y regístrala a mano con el tipo de cambio que pagó Stripe.`,
  currencyTitle: ({ currency }) => `Hay una factura en ${currency}`,
  disputedMessage: ({ sum, day, id, reason }) =>
    `El banco de la tarjeta retiró ${usd(sum)} (${reason}). ${day ? `Envía pruebas para ${id} en la pestaña Dinero antes del ${dayIn(day)} o se pierde la disputa.` : `Consulta ${id} en el panel de Stripe.`} Mientras tanto, el plan está en pausa.`,
  disputedTitle: ({ sum, day }) =>
    `Hay una disputa por un cobro de ${usd(sum)}${day ? `: responde antes del ${dayIn(day)}` : ''}`,
  disputeOverMessage: ({ sum, won }) =>
    won
      ? `${usd(sum)} están de nuevo en el saldo de Stripe y el plan continúa. Stripe se queda con la comisión de la disputa.`
      : `Se perdieron ${usd(sum)} y la comisión de la disputa, y el plan terminó.`,
  disputeOverTitle: ({ sum, won }) => `${won ? 'Ganamos' : 'Perdimos'} la disputa por ${usd(sum)}`,
  refundBackMessage: ({ sum }) =>
    `Tu banco devolvió el reembolso de ${usd(sum)}. Tenemos el dinero y te buscaremos para devolvértelo por otro medio.`,
  refundBackTitle: ({ sum }) => `No llegó tu reembolso de ${usd(sum)}`,
  taxMissingMessage: ({ invoice, problem }) =>
    `La factura ${invoice} salió sin impuesto: ${taxProblems[problem] ?? `Stripe dice ${problem}`}. Corrige la dirección o la configuración de impuestos en Stripe. El impuesto que correspondía lo debemos nosotros.`,
  taxMissingTitle: 'Falta el impuesto de una factura',
  warnedMessage: ({ sum, id, reason }) =>
    `El emisor de la tarjeta reporta el cobro de ${usd(sum)} como probable fraude (${reason}, ${id}). Reembólsalo si estás de acuerdo: eso casi siempre evita una disputa y su comisión.`,
  warnedTitle: ({ sum, day }) => `Un cobro de ${usd(sum)} puede ser fraude: decide antes del ${dayIn(day)}`,
} satisfies Translation<typeof englishNotices>

export const subscriptions = { ...refusals, ...notices }
