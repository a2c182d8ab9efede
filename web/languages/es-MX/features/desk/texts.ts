import type { texts as english } from '../../../../features/desk/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  tryAgain: 'Inténtalo otra vez en un momento.',
  loading: 'Cargando',
  cancel: 'Cancelar',
  negative: {
    title: 'Saldos por debajo de cero',
    failed: 'No pudimos cargar los saldos',
    none: 'Ningún piloto nos debe dinero',
    last: (day: string) => `Último movimiento: ${day}`,
    waiting: (amount: string) => `Hay un pago de ${amount} en espera.`,
    deleted: 'Cuenta eliminada',
    write_off: 'Condonar',
    set_off: 'Descontar',
    ask: {
      write_off: (amount: string) => `¿Condonar ${amount}?`,
      set_off: (amount: string) => `¿Descontar ${amount} del pago en espera?`,
    },
    explain: {
      write_off:
        'El saldo queda en cero y el piloto no nos debe nada. Las ganancias posteriores suelen cubrir un saldo por debajo de cero: condónalo solo si ya no habrá ninguna.',
      set_off:
        'Del pago en espera se descuenta lo que nos debe la cuenta eliminada. El resto espera aprobación.',
    },
    reason: 'Motivo',
    done: {
      write_off: { title: 'Se condonó el saldo' },
      set_off: { title: 'Se descontó el saldo' },
    },
    decideFailed: 'No pudimos cambiar el saldo',
  },
  limits: {
    title: 'Límites de pagos',
    explain:
      'Cuánto se envía en un día, según UTC. Los pagos que lo rebasan esperan al día siguiente. Deja un campo vacío si no quieres límite.',
    perDay: 'A todos, por día',
    perRiderDay: 'A un piloto, por día',
    none: 'Sin límite',
    wrong: 'Escribe una cantidad como 2500, o deja el campo vacío.',
    save: 'Guardar límites',
    saved: { title: 'Se guardaron los límites de pagos' },
    failed: 'No pudimos guardar los límites',
    loadFailed: 'No pudimos cargar los límites',
    sent: (amount: string) => `Hoy se enviaron ${amount}.`,
    waiting: (count: number, amount: string) =>
      count === 1 ? `Espera 1 pago de ${amount}.` : `Esperan ${count} pagos de ${amount}.`,
  },
} satisfies Translation<typeof english>
