import type { texts as english } from '../../../../features/desk/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  tryAgain: 'Inténtalo otra vez en un momento.',
  loading: 'Cargando',
  cancel: 'Cancelar',
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
