import type { texts as english } from '../../../../../pages/video/dialogs/texts.ts'
import type { Translation } from '../../../../translation.ts'

export const texts = {
  cancel: 'Cancelar',
  noConnection: 'Falló la conexión con el servidor. Inténtalo de nuevo.',
  edit: {
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
    title: '¿Eliminar este video?',
    text: (title: string) =>
      `“${title}”, sus momentos y sus clips se eliminan para siempre. No se puede deshacer.`,
    yes: 'Eliminar video',
    no: 'Conservarlo',
    deleting: 'Eliminando...',
    done: (title: string) => ({ title: 'Video eliminado', description: `“${title}” ya no está.` }),
    failed: 'No se pudo eliminar el video',
    publishedTitle: 'Un video publicado no se puede eliminar',
    published: 'Primero pídenos que lo retiremos. Lo que ha ganado sigue siendo tuyo.',
    close: 'OK',
  },
} satisfies Translation<typeof english>
