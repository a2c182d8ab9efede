import type { Translation } from '#server/core/sentences.ts'
import type {
  planning as english,
  counting as englishCounting,
} from '#server/publishing/sentences/planning.ts'
import { dayIn } from '../words/formats.ts'
import { viewsOf } from '../words/views.ts'

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
const around = (hour: number) => `alrededor de ${hour === 1 ? 'la' : 'las'} ${hour}:00`
const postsOf = (count: number) =>
  count === 1 ? '1 publicación anterior' : `${count} publicaciones anteriores`

export const planning = {
  alreadyThere: ({ platform }) => `Esto ya va en camino a ${platform} o ya está ahí.`,
  asChosen: 'A la hora elegida.',
  atOnce: 'De inmediato.',
  bestByViews: ({ weekday, hour, posts }) =>
    `El ${weekdays[weekday]} ${around(hour)} es la mejor hora de la próxima semana, según las vistas de ${postsOf(posts)}.`,
  bestUsually: ({ weekday, hour }) =>
    `Los pilotos suelen ver videos el ${weekdays[weekday]} ${around(hour)}. Todavía no tenemos publicaciones propias para saberlo con más precisión.`,
  clocksRepeat: 'Esa noche los relojes muestran esta hora dos veces; se usa la primera.',
  clocksSkip: 'Los relojes se adelantan y se saltan esta hora; la publicación se recorre lo mismo.',
  hourlyLimit: ({ platform, most, planned }) =>
    `${platform} acepta ${most} por hora y hay ${planned} programadas cerca de esta hora: va a esperar su lugar.`,
  near: ({ title, channel }) => `A menos de una hora de “${title}” en ${channel}.`,
  nothingToLearnFrom:
    'Todavía no se puede estimar: ninguna publicación lleva suficiente tiempo en esta plataforma.',
  reach: ({ posts, views, hour }) =>
    `Mediana de ${postsOf(posts)} (${viewsOf(views)}) × ${hour} por la hora.`,
  reachWithScore: ({ posts, views, hour, times, percent }) =>
    `Mediana de ${postsOf(posts)} (${viewsOf(views)}) × ${hour} por la hora × ${times} por un puntaje viral de ${percent}%.`,
  reconnectBy: ({ channel, day }) => `Hay que volver a conectar ${channel} antes del ${dayIn(day)}.`,
  sameHour: ({ channel, count }) =>
    `${count === 1 ? 'Sale otra publicación' : `Salen otras ${count} publicaciones`} en ${channel} en la misma hora.`,
} satisfies Translation<typeof english>

const stopped = 'Sus conteos no se actualizan'

export const counting = {
  channelGone: `${stopped}: su canal ya no existe.`,
  ended: ({ channel, platform }) =>
    `${stopped}: ${channel} se desconectó y ${platform} ya no acepta su permiso. Vuelve a conectarlo para continuar.`,
  reconnect: ({ channel }) => `${stopped}: hay que volver a conectar ${channel}.`,
} satisfies Translation<typeof englishCounting>
