import type { Text, Translation } from '#server/core/sentences.ts'
import type { notices as englishNotices } from '#server/payouts/sentences/notices.ts'
import type { sentences as english } from '#server/payouts/sentences/sentences.ts'
import type { standings as englishStandings } from '#server/payouts/sentences/standing.ts'
import { countryIn, dayIn, usd } from '../words/formats.ts'
import { payoutFrequency, payoutStatus } from '../words/statuses.ts'

const refusals = {
  accountGone: 'Esta cuenta ya no existe, así que primero hay que aprobar este pago.',
  accountSuspended: 'Esta cuenta está suspendida. Termina la suspensión o retén el pago.',
  alreadyDecided: ({ status }) => `Este pago ya está así: ${payoutStatus(status)}. No cambió nada.`,
  alreadyPaid: 'Ya recibiste el pago de este periodo.',
  approveFirst: 'Primero hay que aprobar este pago.',
  balanceTooSmall: ({ balance, threshold }) =>
    `Tu saldo de ${usd(balance)} todavía no llega a tu mínimo de ${usd(threshold)}.`,
  bankNeeded: 'Primero agrega tu cuenta bancaria.',
  byHand: 'Aquí enviamos los pagos por transferencia. Te escribiremos para pedirte los datos de tu cuenta.',
  byHandThere: ({ country }) =>
    `Stripe todavía no puede pagar por nosotros a cuentas bancarias de este país (${countryIn(country)}), así que nuestro equipo envía tus pagos por transferencia. Te escribiremos para pedirte los datos de tu cuenta.`,
  confirmEmail: 'Primero confirma tu correo: pide un enlace de acceso y ábrelo.',
  confirmEmailToBePaid:
    'Primero confirma tu correo: pide un enlace de acceso y ábrelo. Después podremos pagarte.',
  countryFixed: ({ country }) =>
    `Tu cuenta de Stripe está en ${country}. Escríbenos para cambiarla a otro país.`,
  inTransit: 'Ya hay un pago en camino. Podrás pedir el siguiente cuando llegue.',
  needsDestination: 'Indica a dónde va tu dinero: Stripe te pide tu nombre y tu cuenta bancaria.',
  nextPayout: ({ frequency, threshold, ready }) =>
    `Se paga ${payoutFrequency(frequency)} cuando tu saldo llega a ${usd(threshold)}${ready ? '' : ' y ya indicaste a dónde va'}.`,
  noApprovalNeeded: 'Este pago no necesita aprobación.',
  notByHand: 'Este pago lo envía Stripe. No se puede marcar a mano como enviado.',
  notSetUp: 'Los pagos no están configurados en este servidor.',
  nothingToSetOff: 'Solo se puede descontar de un pago en espera de una cuenta eliminada.',
  owesNothing: 'El saldo de este piloto no está por debajo de cero.',
  owesOther: ({ sum }) => `Este piloto ya debe ${usd(sum)}. Revísalo y decide otra vez.`,
  payoutFirst:
    'Hay un pago a este piloto en curso. Descuéntalo si la cuenta se eliminó, o espera a que se envíe.',
  referenceUsed: 'Otro pago ya tiene esta referencia.',
  accountUnfinished: 'Stripe todavía necesita algo de ti antes de poder pagarte.',
  suspended: 'Tu cuenta está suspendida y los pagos están detenidos. Escríbenos.',
  tooYoung: ({ available, holdDays }) =>
    `Ya podemos pagarte ${usd(available)} de tu saldo. El resto tiene menos de ${holdDays} días, y las plataformas todavía corrigen sus conteos.`,
  twoPeople: 'Tú aprobaste este pago, así que otra persona del equipo tiene que marcarlo como enviado.',
} satisfies Translation<typeof english>

const need = ({ sum, day }: { sum: string; day: string }) =>
  `Agrega ${usd(sum)} al saldo de Stripe antes del ${dayIn(day)}: una recarga desde tu banco o una transferencia a Stripe.`
const keyRefused = ({ said }: { said: string }) =>
  `Stripe rechazó nuestra llave: ${said} Revisa STRIPE_SECRET_KEY y sus permisos.`
const bankRefused = ({ sum, reason }: { sum: string; reason: Text }) =>
  `Tu banco no aceptó ${usd(sum)}. ${reason}`

const notices = {
  bankRefused,
  bankRefusedMessage: ({ sum, reason }) =>
    `${bankRefused({ sum, reason })} El dinero sigue seguro en tu cuenta de Stripe. Corrige ahí tu cuenta bancaria y Stripe lo enviará otra vez.`,
  bankRefusedTitle: 'Tu banco no aceptó un pago',
  differMessage: ({ count, first }) =>
    `${count === 1 ? 'Un movimiento no coincide' : `${count} movimientos no coinciden`}. El primero: ${first}. "npm run ledger:reconcile" los muestra todos.`,
  differTitle: 'El libro mayor y Stripe no coinciden',
  failedMessage: ({ problem, sum, byCreator }) =>
    `${problem} ${usd(sum)} están de nuevo en tu saldo.${byCreator ? ' Configura a dónde debe ir y solicítalo otra vez.' : ' Lo estamos revisando.'}`,
  failedTitle: 'No se completó tu pago',
  keyRefused,
  need,
  partBackMessage: ({ part, sum }) =>
    `${usd(part)} de tu pago de ${usd(sum)} se devolvieron y están de nuevo en tu saldo. Salen con tu próximo pago.`,
  partBackTitle: ({ part }) => `Se devolvieron ${usd(part)} de un pago`,
  payeeBankMessage: ({ payout, reason, account }) =>
    `Pago ${payout}: ${reason} El dinero se queda en la cuenta de Stripe de quien lo recibe (${account}); le pedimos corregir su cuenta bancaria.`,
  payeeBankTitle: ({ sum }) => `El banco de un piloto rechazó ${usd(sum)}`,
  sentByHand: ({ sum }) => `Tu pago de ${usd(sum)} se envió por transferencia bancaria.`,
  sentByStripe: ({ sum, net, fee }) =>
    `Salió tu pago de ${usd(sum)}: ${usd(net)} después de una comisión de ${usd(fee)}. Stripe lo envía a tu banco.`,
  sentTitle: ({ net }) => `${usd(net)} van en camino`,
  shortMessage: ({ sum, day }) =>
    `${need({ sum, day })} Los pagos en espera salen solos cuando llegue el dinero.`,
  shortTitle: ({ sum, day }) => `A los pagos les faltan ${usd(sum)} antes del ${dayIn(day)}`,
  stoppedMessage: ({ said }) =>
    `${keyRefused({ said })} Ningún pago falló; se reanudan solos cuando la llave funcione.`,
  writtenOffMessage: ({ sum }) =>
    `Tu saldo estaba ${usd(sum)} por debajo de cero. Lo condonamos: vuelve a estar en cero y no nos debes nada.`,
  writtenOffTitle: 'Tu saldo vuelve a estar en cero',
  stoppedTitle: 'Los pagos se detuvieron',
} satisfies Translation<typeof englishNotices>

/** What Stripe says about a bank's refusal, by its code (https://docs.stripe.com/api/payouts/failures). */
const bankCodes: Readonly<Record<string, string>> = {
  account_closed: 'La cuenta bancaria está cerrada.',
  account_frozen: 'La cuenta bancaria está congelada.',
  bank_account_restricted: 'La cuenta bancaria tiene restricciones y no puede recibir este pago.',
  bank_ownership_changed: 'La cuenta bancaria cambió de banco y ya no es válida.',
  could_not_process: 'El banco no pudo procesar este pago.',
  debit_not_authorized: 'El banco no autorizó el movimiento.',
  declined: 'El banco rechazó este pago.',
  incorrect_account_holder_address: 'La dirección del titular de la cuenta no es correcta.',
  incorrect_account_holder_name: 'El nombre del titular de la cuenta no es correcto.',
  incorrect_account_holder_tax_id: 'El identificador fiscal del titular de la cuenta no es correcto.',
  incorrect_account_type: 'El tipo de cuenta bancaria no es correcto.',
  invalid_account_number: 'El número de cuenta no es válido.',
  invalid_account_number_length: 'El número de cuenta no tiene los dígitos correctos.',
  invalid_currency: 'La cuenta bancaria no acepta esta moneda.',
  no_account: 'El banco no encuentra esta cuenta.',
}

const atStripe = ({ sum }: { sum: string }) => `${usd(sum)} están en Stripe, que los envía a tu banco.`
const sentToYou = ({ sum }: { sum: string }) => `Te enviamos ${usd(sum)}.`
const restNext = 'Lo que se devolvió está en tu saldo y sale con tu próximo pago.'

const standings = {
  atStripe,
  atStripeRest: ({ sum }) => `${atStripe({ sum })} ${restNext}`,
  bankSaid: ({ message, code }) =>
    bankCodes[code ?? ''] ?? message ?? `El banco dio el código ${code ?? 'desconocido'}.`,
  bankToCorrect: ({ sum }) =>
    `${usd(sum)} siguen seguros en tu cuenta de Stripe. Corrige ahí tu cuenta bancaria y Stripe los enviará otra vez.`,
  beingSent: ({ sum }) => `Estamos enviando ${usd(sum)}.`,
  bigPayout: 'Un pago de este monto lo revisa una segunda persona.',
  deleted: 'Esta cuenta se eliminó. Decide alguien del equipo.',
  deletedSuspended: 'Esta cuenta se eliminó mientras estaba suspendida. Decide alguien del equipo.',
  failedForCreator: 'El dinero está de nuevo en tu saldo. Configura a dónde debe ir y solicítalo otra vez.',
  failedForStaff:
    'El dinero está de nuevo en tu saldo. Lo estamos revisando; el próximo pago programado lo intenta otra vez.',
  firstPayout: 'Alguien del equipo revisa tu primer pago antes de que salga.',
  held: 'Nuestro equipo está revisando este pago.',
  heldNext: 'La decisión es de nuestro equipo.',
  partlyBack: ({ sum }) => `Se devolvieron ${usd(sum)} de este pago.`,
  refusedByStripe: 'Stripe rechazó el pago.',
  returnedByStripe: 'Stripe devolvió el pago.',
  scheduled: ({ sum }) => `${usd(sum)} están programados. Salen solos, no tienes que hacer nada.`,
  sentByStaff: ({ sum }) => `Nuestro equipo envía ${usd(sum)} por transferencia bancaria.`,
  sentSoon: ({ sum }) => `${usd(sum)} salen en unos minutos.`,
  sentToYou,
  sentToYouRest: ({ sum }) => `${sentToYou({ sum })} ${restNext}`,
  stripeNeedsMore: 'Stripe todavía no paga a tu cuenta: le falta algo de tu parte.',
  suspendedNext: 'Se reanuda cuando termine la suspensión.',
  setOff: 'Lo que esta cuenta nos debía se descontó de este pago.',
  aboveLimit: 'Este pago es mayor de lo que enviamos en un día.',
  aboveLimitNext: 'Alguien del equipo tiene que subir el límite o enviarlo de otra manera.',
  dayFull: 'Se alcanzó el límite de pagos de hoy.',
  riderDayFull: 'Se alcanzó el límite de pagos de hoy para un solo piloto.',
  tomorrow: ({ sum }) =>
    `${usd(sum)} sale mañana, según UTC, o en cuanto haya lugar otra vez. No tienes que hacer nada.`,
  toApproveNext: 'Nuestro equipo lo aprueba y después sale.',
  unconfirmed: 'Se perdió la respuesta del proveedor de pagos.',
  unconfirmedNext:
    'Le preguntamos al proveedor hasta saber con certeza si el dinero salió; nunca se envía dos veces.',
  yourSuspension: 'Tu cuenta está suspendida.',
} satisfies Translation<typeof englishStandings>

export const payouts = { ...refusals, ...notices, ...standings }
