import type { texts as english } from '../../../../pages/video/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: 'Video',
  loading: 'Cargando el video',
  failed: 'No pudimos cargar el video',
  gone: {
    title: 'No encontramos el video',
    text: 'Este video no existe o no está compartido con tu cuenta. Si tienes otra cuenta, inicia sesión con ella.',
    back: 'Ir a tus videos',
  },
  picture: {
    uploading: 'Falta recibir el resto del archivo',
    processing: 'Preparando tu video para reproducirlo',
    other: 'Aún no hay nada que reproducir',
  },
  about: 'Sobre este video',
  cover: 'Portada',
  resume: 'Abrir Subir',
  uploadAgain: 'Subirlo otra vez',
  review: 'Abrir en Revisión',
  clips: {
    title: 'Clips y reels',
    hint: 'Abre la vista previa de un reel para verlo y descargarlo, horizontal o vertical. Cada momento tiene el mismo botón a un lado.',
    facts: (length: string, count: number, score: number) =>
      `${length} · ${count} ${count === 1 ? 'momento' : 'momentos'} · ${score}% de emoción`,
  },
  edit: 'Editar',
  remove: 'Eliminar',
} satisfies Translation<typeof english>
