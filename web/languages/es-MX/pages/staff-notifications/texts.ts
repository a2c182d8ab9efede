import { milestones } from '#contract/money/constants.ts'
import { formatMoney } from '../../../../lib/format.ts'
import type { texts as english } from '../../../../pages/staff-notifications/texts.ts'
import type { Translation } from '../../../translation.ts'

const dollars = (value: number) => formatMoney(value).replace('.00', '')

export const texts = {
  title: 'Notificaciones',
  stats: {
    title: 'Cifras de la plataforma',
    failed: 'No pudimos cargar las cifras',
    users: 'Total de usuarios',
    videos: 'Total de videos',
    revenue: 'Ingresos',
    pending: 'Videos pendientes',
    processing: 'Videos en proceso',
    payouts: 'Pagos pendientes',
    loading: 'Cargando las cifras',
  },
  digest: {
    title: 'Resumen semanal',
    explain:
      'La semana de toda la plataforma en un correo: subidas, revisiones, ingresos. Se envía a alguien del equipo.',
    email: 'Correo del administrador',
    send: 'Enviar resumen semanal',
    sending: 'Enviando...',
    sent: 'Resumen semanal enviado',
    failed: 'No se pudo enviar el resumen',
    noConnection: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
    preview: 'Vista previa',
  },
  types: [
    {
      title: 'Para los pilotos',
      entries: [
        ['Subida recibida', 'En cuanto termina de subirse un video.'],
        ['Análisis completo', 'Con el número de momentos y el potencial viral.'],
        [
          'Clip seleccionado',
          'Cuando el equipo aprueba un video o un momento y la decisión ya es definitiva.',
        ],
        ['Video publicado', 'Con el enlace, cuando está en línea en una plataforma.'],
        ['Video no seleccionado', 'Con el motivo que eligió el equipo, cuando la decisión ya es definitiva.'],
        ['Falló el procesamiento', 'Con lo que el piloto puede hacer.'],
      ],
    },
    {
      title: 'Sobre dinero',
      entries: [
        [
          'Meta de ganancias',
          `Al llegar a ${milestones.slice(0, -1).map(dollars).join(', ')} y ${dollars(milestones.at(-1) ?? 0)}, una sola vez cada una.`,
        ],
        ['Pago procesado', 'Con la cantidad que recibe el piloto.'],
      ],
    },
    {
      title: 'Programadas',
      entries: [['Resumen semanal', 'Los lunes por la mañana, en la zona horaria de cada piloto.']],
    },
  ],
} satisfies Translation<typeof english>
