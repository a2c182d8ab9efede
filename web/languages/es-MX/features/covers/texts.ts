import type { texts as english } from '../../../../features/covers/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  text: 'La imagen que se ve antes de reproducir: el mejor cuadro de tu mejor momento, a menos que elijas otra.',
  frame: 'Usar este cuadro de portada',
  frameBusy: 'Guardando la portada…',
  frameHint: 'Pausa el video en el momento que quieras y presiona “Usar este cuadro de portada”.',
  upload: 'Subir una imagen',
  uploading: 'Subiendo…',
  limits: 'JPEG, PNG o WebP, hasta 10 MB.',
  automatic: 'Usar el cuadro sugerido',
  approved:
    'Este video está aprobado. Si cambias la portada, nuestro equipo lo revisa otra vez antes de publicarlo.',
  published: 'Este video ya se publicó, así que su portada ya no puede cambiar.',
  done: { title: 'Portada actualizada', description: 'Es la imagen que se ve antes de reproducir.' },
  doneAgain: {
    title: 'Portada actualizada',
    description: 'Nuestro equipo revisará tu video otra vez antes de publicarlo.',
  },
  failed: 'No se cambió la portada',
  tooLarge: { title: 'Imagen demasiado grande', description: 'Elige una imagen de hasta 10 MB.' },
  noConnection: 'Revisa tu conexión e inténtalo de nuevo.',
} satisfies Translation<typeof english>
