import type { texts as english } from '../../../../pages/video/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  title: 'Video',
  loading: 'Cargando el video',
  failed: 'No pudimos cargar el video',
  noConnection: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
  cancel: 'Cancelar',
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
  edit: {
    button: 'Editar',
    title: 'Editar video',
    name: 'Título',
    nameMissing: 'Ponle un título a tu video.',
    description: 'Descripción',
    category: 'Categoría',
    decided: 'Nuestro equipo aprobó el título y la descripción anteriores. Las publicaciones salen con esos.',
    save: 'Guardar',
    saving: 'Guardando...',
    done: { title: 'Video actualizado' },
    failed: 'No se pudo cambiar el video',
  },
  remove: {
    button: 'Eliminar',
    title: '¿Eliminar este video?',
    text: (title: string) =>
      `'${title}', sus momentos y sus clips se eliminan para siempre. No se puede deshacer.`,
    yes: 'Eliminar video',
    no: 'Conservarlo',
    deleting: 'Eliminando...',
    done: (title: string) => ({ title: 'Video eliminado', description: `'${title}' ya no está.` }),
    failed: 'No se pudo eliminar el video',
    publishedTitle: 'Un video publicado no se puede eliminar',
    published: 'Primero pídenos que lo retiremos. Lo que ha ganado sigue siendo tuyo.',
    close: 'OK',
  },
} satisfies Translation<typeof english>
