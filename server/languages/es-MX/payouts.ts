import type { sentences as english } from '#server/payouts/sentences/sentences.ts'
import type { Translation } from '#server/platform/sentences.ts'
import { payoutStatus } from './statuses.ts'

export const payouts = {
  accountGone: 'Esta cuenta ya no existe, así que primero hay que aprobar este pago.',
  accountSuspended: 'Esta cuenta está suspendida. Termina la suspensión o retén el pago.',
  alreadyDecided: ({ status }) => `Este pago ya está así: ${payoutStatus(status)}. No cambió nada.`,
  alreadyPaid: 'Ya recibiste el pago de este periodo.',
  approveFirst: 'Primero hay que aprobar este pago.',
  balanceTooSmall: ({ balance, threshold }) =>
    `Tu saldo de ${balance} todavía no llega a tu mínimo de ${threshold}.`,
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
    `Ya podemos pagarte ${available} de tu saldo. El resto tiene menos de ${holdDays} días, y las plataformas todavía corrigen sus conteos.`,
  twoPeople: 'Tú aprobaste este pago, así que otra persona del equipo tiene que marcarlo como enviado.',
} satisfies Translation<typeof english>
