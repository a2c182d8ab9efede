import type { postTexts as english } from '../../../../features/publishing/post-texts.ts'
import type { Translation } from '../../../translation.ts'

export const postTexts = {
  hiddenPost: (content: string) => `${content} (privado)`,
  edit: 'Editar publicación',
  editOf: (title: string) => `Editar la publicación ${title}`,
  hide: 'Hacer privada',
  hideOf: (title: string) => `Hacer privada la publicación ${title}`,
  show: 'Hacer pública',
  showOf: (title: string) => `Hacer pública la publicación ${title}`,
  remove: 'Eliminar publicación',
  removeOf: (title: string) => `Eliminar la publicación ${title}`,
  confirm: {
    title: (platform: string) => `¿Eliminar esta publicación en ${platform}?`,
    text: (title: string, platform: string) =>
      `“${title}” se elimina de ${platform}, con sus comentarios y me gusta. No se puede deshacer. El piloto conserva lo que ganó; le avisaremos que ahí ya no genera ganancias.`,
    yes: 'Eliminar publicación',
    no: 'Conservarla',
  },
  words: {
    title: 'Editar publicación',
    text: (platform: string) => `La publicación en ${platform} cambia de inmediato.`,
    save: 'Guardar',
    saving: 'Guardando...',
    cancel: 'Cancelar',
  },
  limits: {
    alwaysPublic: (platform: string) =>
      `Todo lo que publica una página de ${platform} es público. Para quitar un reel, elimínalo.`,
    noChanges: (platform: string) =>
      `${platform} no deja que otras aplicaciones cambien ni eliminen publicaciones. Abre la publicación en ${platform} para hacerlo ahí.`,
  },
  saved: { title: 'Publicación actualizada' },
  madePrivate: { title: 'La publicación ahora es privada' },
  madePublic: { title: 'La publicación ahora es pública' },
  deleted: { title: 'Publicación eliminada' },
  failed: 'No se pudo cambiar la publicación',
} satisfies Translation<typeof english>
