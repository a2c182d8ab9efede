import type { Text, Translation } from '#server/core/sentences.ts'
import type { notices as englishNotices } from '#server/publishing/sentences/notices.ts'
import type { sentences as english } from '#server/publishing/sentences/sentences.ts'
import { dayIn } from '../words/formats.ts'
import { countState } from '../words/statuses.ts'

const refusals = {
  alreadyDecided: 'Alguien más acaba de decidir sobre esto. Revísalo otra vez.',
  alwaysPublic: ({ platform }) =>
    `Todo lo que publica una página de ${platform} es público. Para quitar un reel, elimínalo.`,
  atLeastOneNow: ({ platform }) => `Esto ya va en camino a ${platform}.`,
  brandedPrivate: 'El contenido de marca no puede ser privado.',
  cancelled: 'Esto se canceló.',
  changedMeanwhile: 'Alguien más lo cambió mientras lo tenías abierto. Revísalo otra vez.',
  channelDisconnected: ({ channel }) =>
    `${channel} se desconectó. Elige otro canal o vuelve a conectarlo en Publicaciones.`,
  channelExpired: ({ channel }) => `Hay que volver a conectar ${channel}. Puedes hacerlo en Publicaciones.`,
  channelNotConnected: ({ channel }) => `${channel} no está conectado. Conéctalo primero.`,
  chooseChannel: ({ kind }) => `Elige uno de los canales de ${kind}.`,
  chooseWhen: 'Elige cuándo publicar: ahora, a la mejor hora o a la hora que quieras.',
  countsDecided: ({ state }) => `Estos conteos ya están así: ${countState(state)}. No cambió nada.`,
  countsMoved: ({ views }) =>
    `Ahora la plataforma reporta ${views.toLocaleString('es-MX')} vistas. Revísalo otra vez.`,
  deletedThere: ({ platform }) => `Esta publicación se eliminó en ${platform}.`,
  failedThere: ({ platform }) => `Esto falló en camino a ${platform}: reintenta esa publicación.`,
  incomeTooEarly: 'Este mes todavía no empieza. Elige este mes o uno anterior.',
  inPast: 'Esa hora ya pasó. Elige una posterior.',
  lateToChange: ({ platform }) => `La subida a ${platform} ya empezó, así que es tarde para eso.`,
  newerCounts: 'Desde entonces se aceptaron conteos más nuevos, así que no cambió nada.',
  noCall: ({ platform }) => `${platform} no nos permite hacer eso.`,
  noChanges: ({ platform }) =>
    `${platform} no deja que otras aplicaciones cambien ni eliminen publicaciones. Abre la publicación en ${platform} para hacerlo ahí.`,
  noChannel: ({ kind }) => `No hay ningún canal de ${kind} conectado. Primero conecta uno en Publicaciones.`,
  noChoices: ({ kind }) => `Las publicaciones en ${kind} no necesitan opciones.`,
  noCredentials: ({ kind }) =>
    `Este servidor no tiene credenciales para ${kind}. Agrégalas a su configuración.`,
  noCredentialsHere: 'este servidor no tiene credenciales para la plataforma',
  noPermission: 'La plataforma no envió ningún permiso.',
  noPostId: ({ platform }) =>
    `${platform} no le dio un identificador a esta publicación, así que solo se puede cambiar allá.`,
  noSuchTime: 'Esa fecha u hora no existe.',
  notAllConsented:
    'Faltó otorgar algunos permisos que necesitamos. Conéctate otra vez y deja marcadas todas las casillas.',
  notAllowed: 'No se conectó nada: no se dio permiso.',
  notConnected: ({ problem }) => `No pudimos conectar la cuenta: ${problem}`,
  notFailed: 'Solo se puede reintentar una publicación que falló.',
  notLasting: 'La plataforma no nos dio un permiso duradero. Conéctate otra vez.',
  notOffered: 'La cuenta no ofrece esto.',
  notOut: ({ platform }) => `Esto todavía no está en ${platform}.`,
  onAlready: ({ platform }) => `Esto ya está en ${platform}.`,
  otherBrowser: 'Esta conexión se inició en otro navegador o hace demasiado tiempo. Inténtalo de nuevo.',
  otherVideo: 'El cuerpo nombra un video distinto al de la dirección.',
  platformSaid: ({ problem }) => `${problem}`,
  postBusy: 'Alguien está cambiando esta publicación en este momento. Inténtalo de nuevo en un momento.',
  reconnectFirst: ({ problem }) => `Primero vuelve a conectar el canal, con todos los permisos: ${problem}`,
  sendAgain: ({ said }) => `${said} Si lo quieres ahí dos veces, elige enviarlo otra vez.`,
  tooFarAhead: 'Falta más de un año para eso. Elige una fecha más cercana.',
  tooLong: ({ seconds, platform, most }) =>
    `Este clip dura ${seconds} segundos; ${platform} acepta hasta ${most}.`,
  tryLater: ({ problem }) => `${problem} Inténtalo de nuevo más tarde.`,
  twoDates: ({ typed }) =>
    `“${typed}” es un día en unos países y otro día en otros. Escribe el mes en inglés con letras, por ejemplo “January 2”.`,
  unreadableTime: ({ typed }) =>
    `No podemos leer “${typed}” como hora. Prueba en inglés, “tomorrow 6pm”, o así: “2026-11-29 18:00”.`,
} satisfies Translation<typeof english>

const followed = (sentence: string, more: Text | null) => (more ? `${sentence} ${more}` : sentence)

const notices = {
  failedPlainly: 'Falló.',
  goneTitle: ({ title, platform }) => `“${title}” ya no se muestra en ${platform}`,
  heldTitle: ({ title }) => `Los conteos de “${title}” están en retención`,
  lateMessage: ({ title, platform, note }) =>
    `“${title}” para ${platform} no ha empezado. ${note ?? 'Ningún proceso la ha tomado.'}`,
  lateTitle: ({ count }) => (count === 1 ? 'Una publicación va tarde' : `${count} publicaciones van tarde`),
  notOutTitle: ({ title, platform }) => `“${title}” no salió en ${platform}`,
  reconnectBefore: ({ day }) =>
    `Su permiso termina el ${dayIn(day)}. Vuelve a conectarlo antes, para que nada se detenga.`,
  reconnectNow: ({ problem }) => followed('Hasta entonces no sale nada ahí.', problem),
  reconnectTitle: ({ channel, soon }) =>
    soon ? `Pronto hay que volver a conectar ${channel}` : `Hay que volver a conectar ${channel}`,
  takenDownElsewhere: ({ platforms }) =>
    `Lo que ganó ahí sigue siendo tuyo. Sigue en ${platforms} y genera ganancias.`,
  takenDownNowhere:
    'Lo que ganó sigue siendo tuyo. Ya no está en línea en ningún otro lado, así que por ahora no genera ganancias nuevas.',
  takenDownTitle: ({ title, platform }) => `“${title}” se retiró de ${platform}`,
  unshownBlocked:
    'Está bloqueada en algunos países. No gana nada nuevo hasta que todos puedan verla. Lo que ganó se conserva.',
  unshownGone: 'Ya no está en la plataforma. No gana nada nuevo. Lo que ganó se conserva.',
  unshownPrivate:
    'Allí es privada. No gana nada nuevo hasta que vuelva a ser pública. Lo que ganó se conserva.',
  unshownTitle: ({ title, platform }) => `“${title}” dejó de ganar en ${platform}`,
  shownTitle: ({ title, platform }) => `“${title}” vuelve a ganar en ${platform}`,
  shownMessage: 'Todos pueden verla de nuevo. Las vistas que llegaron mientras tanto no se pagan.',
  uncountedMessage: ({ problem }) =>
    followed(
      'El canal se desconectó y su permiso terminó. Sus vistas no generan ganancias nuevas hasta volver a conectarlo.',
      problem,
    ),
  uncountedTitle: ({ channel }) => `Las publicaciones de ${channel} ya no se cuentan`,
} satisfies Translation<typeof englishNotices>

export const publishing = { ...refusals, ...notices }
