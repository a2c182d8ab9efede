import type { texts as english } from '../../../../features/publishing/grid-texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: 'Distribución',
  notPublished: 'Sin publicar',
  states: {
    scheduled: 'Programada',
    queued: 'En cola',
    uploading: 'Subiendo',
    processing: 'Procesando',
    published: 'Publicada',
    failed: 'Falló',
    unknown: 'Por confirmar',
    cancelled: 'Cancelada',
  },
} satisfies Translation<typeof english>
