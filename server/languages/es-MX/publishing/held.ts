import type { Translation } from '#server/core/sentences.ts'
import type { held as english } from '#server/publishing/sentences/held.ts'
import { viewsOf } from '../words/views.ts'

const number = (value: number) => value.toLocaleString('es-MX')
const change = ({ platform, views, accepted }: { platform: string; views: number; accepted: number }) =>
  `${platform} reporta ${viewsOf(views)} después de ${number(accepted)}`

export const held = {
  comments: ({ count }) => `${number(count)} ${count === 1 ? 'comentario' : 'comentarios'}`,
  drop: ({ platform, views, accepted }) =>
    `${change({ platform, views, accepted })}. Las ganancias se quedan como están hasta que el conteo menor se confirme durante 24 horas.`,
  jump: ({ platform, views, accepted }) =>
    `${change({ platform, views, accepted })}: son más de las que pudieron llegar en ese tiempo. Lo decide alguien del equipo.`,
  likes: ({ count }) => `${number(count)} me gusta`,
  ratio: ({ platform, views, odd }) =>
    `${platform} reporta ${viewsOf(views)} con ${odd}: un público real no se comporta así. Lo decide alguien del equipo.`,
  shares: ({ count }) => `${number(count)} compartidos`,
} satisfies Translation<typeof english>
