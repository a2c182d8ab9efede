import type { texts as english } from '../../../../features/publishing/held-texts.ts'
import { formatViews } from '../../../../lib/format.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: 'Conteos en retención',
  text: 'Estos conteos parecen incorrectos, así que no se muestran ni se pagan. Valen los últimos aceptados hasta que estos se confirmen o alguien decida.',
  failed: 'No pudimos cargar los conteos en retención',
  empty: 'No hay conteos en retención.',
  reasons: {
    drop: 'Menos vistas',
    jump: 'Salto repentino',
    ratio: 'Proporción inusual',
  },
  tableLabel: (title: string, platform: string) => `Conteos de ${title} en ${platform}`,
  count: 'Conteo',
  accepted: 'Aceptado',
  reported: 'Reportado',
  counts: { views: 'Vistas', likes: 'Me gusta', comments: 'Comentarios', shares: 'Compartidos' },
  unknown: 'No se reportó',
  never: 'Nunca se había contado.',
  acceptedAt: (when: string) => `Aceptado: ${when}.`,
  seen: (times: number, from: string, to: string) =>
    times === 1 ? `Reportado una vez, el ${from}.` : `Reportado ${times} veces, del ${from} al ${to}.`,
  open: (platform: string) => `Abrir en ${platform}`,
  adminDecides: 'Decide un administrador.',
  accept: 'Aceptar',
  dismiss: 'Descartar',
  acceptTitle: '¿Aceptar estos conteos?',
  acceptText: (views: number, rider: string) =>
    `${views === 1 ? 'Se mostrará' : 'Se mostrarán'} ${formatViews(views)} y se le ${views === 1 ? 'pagará' : 'pagarán'} a ${rider}.`,
  dismissTitle: '¿Descartar estos conteos?',
  dismissText:
    'Se conservan los conteos aceptados. No te preguntaremos otra vez mientras la plataforma siga reportando esto.',
  reason: 'Motivo',
  reasonHint: 'Se guarda en el registro de auditoría.',
  acceptedToast: { title: 'Conteos aceptados' },
  dismissedToast: { title: 'Conteos descartados' },
  decideFailed: 'No se pudo guardar la decisión',
  tryAgain: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
} satisfies Translation<typeof english>
