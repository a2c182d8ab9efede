import type { texts as english } from '../../../../../pages/video/public/texts.ts'
import type { Translation } from '../../../../translation.ts'

export const texts = {
  toSignIn: 'Abriendo el inicio de sesión',
  by: (rider: string) => `de ${rider}`,
  highlights: 'Momentos',
  excitement: 'de emoción',
  unlisted: { title: 'Video no disponible', text: 'Fue retirado o no es público.' },
  loading: 'Cargando el video',
  failed: 'No pudimos cargar el video',
} satisfies Translation<typeof english>
