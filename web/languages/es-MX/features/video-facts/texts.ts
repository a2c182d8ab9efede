import { creatorShareInOlderCopy } from '#contract/constants.ts'
import type { texts as english } from '../../../../features/video-facts/texts.ts'
import { formatPercent } from '../../../../lib/format.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  duration: 'Duración',
  durationUnknown: 'Procesando...',
  durationNever: 'N/D',
  uploaded: 'Subido',
  category: 'Categoría',
  published: 'Publicado',
  description: 'Descripción',
  revenue: 'Ingresos',
  views: 'Vistas',
  earned: 'Ganado',
  share: 'Parte del creador',
  shareValue: formatPercent(creatorShareInOlderCopy),
  damaged: (readable, promised) =>
    `Una parte del archivo está dañada: se pueden leer ${readable} de ${promised}.`,
  anyway: {
    button: 'Intentar de todos modos',
    keep: 'Quedarme con lo que hay',
    keepWhat: until => `Guardamos tu archivo hasta el ${until}.`,
    what: until =>
      `Guardamos tu archivo hasta el ${until}. “Intentar de todos modos” usa lo que se pueda leer de él.`,
    done: { title: 'Intentándolo otra vez', description: 'Verás el video aquí en cuanto se reproduzca.' },
    failed: 'No se pudo intentar otra vez',
    noConnection: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
  },
} satisfies Translation<typeof english>
