import { brand } from '#contract/brand.ts'
import type { texts as english } from '../../../../pages/shared/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  loading: 'Cargando video',
  failed: 'No pudimos cargar el video',
  by: (rider: string) => `de ${rider}`,
  clip: (title: string) => `Clip de ${title}`,
  gone: {
    title: 'Este enlace ya no existe',
    text: 'El piloto lo desactivó o el video ya no está aquí. Pídele un enlace nuevo.',
    home: `Ir a ${brand}`,
  },
  full: {
    title: 'Este enlace está muy solicitado hoy',
    text: 'Mucha gente lo abrió y nuestro equipo aún no revisa el video. Inténtalo mañana.',
  },
} satisfies Translation<typeof english>
