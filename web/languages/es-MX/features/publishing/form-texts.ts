import type { formTexts as english } from '../../../../features/publishing/form-texts.ts'
import type { Translation } from '../../../translation.ts'

export const formTexts = {
  title: (platform: string) => `Cómo se publica en ${platform}`,
  postingAs: 'Publicas como',
  privacy: 'Quién puede ver esta publicación',
  audiences: {
    everyone: 'Todos',
    friends: 'Amigos',
    followers: 'Seguidores',
    onlyAccount: 'Solo la propia cuenta',
  },
  choose: 'Elige…',
  asSet: (level: string) => `Predeterminado del canal: ${level}`,
  notPrivate: 'El contenido de marca no puede ser privado.',
  allow: 'Se permite',
  interactions: { comment: 'Comentar', duet: 'Hacer dúos', stitch: 'Usarlo en un Stitch' },
  closed: (what: string) => `${what} (desactivado en esta cuenta)`,
  disclose: 'Este video promociona',
  yourBrand: 'Tu propia marca',
  brandedContent: 'Otra marca, a cambio de algo (contenido de marca)',
  labeled: (label: string) => `Tu video llevará la etiqueta “${label}”.`,
  loadFailed: 'No pudimos cargar las opciones de la cuenta',
  defaults: {
    title: (name: string) => `Opciones predeterminadas de ${name}`,
    text: 'Para las publicaciones sin opciones propias, como las de un clic y las que se piden por la API.',
    confirm: 'Confirmar opciones',
    confirmed: (who: string, when: string) => `Las confirmó ${who}, ${when}`,
    someone: 'el equipo',
    none: 'Nadie las ha confirmado.',
    saved: { title: 'Opciones confirmadas' },
    failed: 'No pudimos guardar las opciones',
  },
} satisfies Translation<typeof english>
