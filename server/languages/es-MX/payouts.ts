import type { notices as englishNotices } from '#server/payouts/sentences/notices.ts'
import type { sentences as english } from '#server/payouts/sentences/sentences.ts'
import type { Translation } from '#server/platform/sentences.ts'
import { dayIn, usd } from './words/formats.ts'
import { payoutStatus } from './words/statuses.ts'

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
  confirmEmail: 'Primero confirma tu correo: pide un enlace de acceso y ábrelo.',
  confirmEmailToBePaid:
    'Primero confirma tu correo: pide un enlace de acceso y ábrelo. Después podremos pagarte.',
  countryFixed: ({ country }) =>
    `Tu cuenta de Stripe está en ${country}. Escríbenos para cambiarla a otro país.`,
  inTransit: 'Ya hay un pago en camino. Podrás pedir el siguiente cuando llegue.',
  noApprovalNeeded: 'Este pago no necesita aprobación.',
  notByHand: 'Este pago lo envía Stripe. No se puede marcar a mano como enviado.',
  notSetUp: 'Los pagos no están configurados en este servidor.',
  ownPayout: 'No puedes decidir sobre tu propio pago. Le toca a otra persona del equipo.',
  referenceUsed: 'Otro pago ya tiene esta referencia.',
  suspended: 'Tu cuenta está suspendida y los pagos están detenidos. Escríbenos.',
  tooYoung: ({ available, holdDays }) =>
    `Ya podemos pagarte ${usd(available)} de tu saldo. El resto tiene menos de ${holdDays} días, y las plataformas todavía corrigen sus conteos.`,
  twoPeople: 'Tú aprobaste este pago, así que otra persona del equipo tiene que marcarlo como enviado.',
} satisfies Translation<typeof english>

const need = ({ sum, day }: { sum: string; day: string }) =>
  `Agrega ${usd(sum)} al saldo de Stripe antes del ${dayIn(day)}: una recarga desde tu banco o una transferencia a Stripe.`
const keyRefused = ({ said }: { said: string }) =>
  `Stripe rechazó nuestra llave: ${said} Revisa STRIPE_SECRET_KEY y sus permisos.`
const bankRefused = ({ sum, reason }: { sum: string; reason: string }) =>
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
  stoppedTitle: 'Los pagos se detuvieron',
} satisfies Translation<typeof englishNotices>

export const payouts = { ...refusals, ...notices }
