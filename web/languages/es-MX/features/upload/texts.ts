import { creatorShare } from '#contract/constants.ts'
import type { texts as english } from '../../../../features/upload/texts.ts'
import { formatList, formatPercent } from '../../../../lib/format.ts'
import type { ToastContent } from '../../../../lib/toast.ts'
import type { Translation } from '../../../translation.ts'

const failed = (description: string): ToastContent => ({
  title: 'Falló la subida',
  description,
  variant: 'destructive',
})

export const texts = {
  title: 'Subir',
  lead: 'Basta el video tal cual: sin cortes ni títulos. En segundos se puede ver y se analiza de inmediato.',
  drop: 'Suelta aquí tu rodada',
  dropActive: 'Suelta para elegir este video',
  choose: 'Elegir un video',
  helper: 'MP4, MOV, AVI, MKV, WMV, FLV o WebM, hasta 500 MB',
  change: 'Elegir otro archivo',
  start: 'Subir video',
  aboutVideo: 'Sobre el video',
  aboutUploading: 'Sobre las subidas',
  sentOf: (sent: string, total: string) => `${sent} de ${total}`,
  startMany: (count: number) => `Subir ${count} videos`,
  preflight: {
    facts: {
      size: 'Tamaño',
      length: 'Duración',
      picture: 'Imagen',
      time: 'Tiempo restante',
      telemetry: 'Telemetría',
    },
    unknown: 'No se puede leer aquí',
    looking: 'Buscando sensores...',
    noTelemetry: 'Este archivo no trae: los puntajes saldrán de la imagen y el sonido.',
    noSpeed: 'Se sabrá al empezar',
    about: (clock: string) => `Unos ${clock}`,
  },
  known: {
    title: (date: string) => `Ya subiste este video el ${date}`,
    text: (title: string) => `Es “${title}” en tu panel.`,
    show: 'Verlo',
    anyway: 'Subir de todos modos',
  },
  queue: {
    title: 'Después de este',
    remove: (title: string) => `Quitar ${title}`,
    next: (count: number) => `Siguiente video (${count === 1 ? 'falta 1' : `faltan ${count}`})`,
  },
  fields: { title: 'Título', description: 'Descripción', category: 'Categoría' },
  kept: (title: string) => `Lo que escribiste sobre “${title}” sigue aquí`,
  keptText: 'El navegador guarda textos, no archivos: elige el video otra vez.',
  titleHint: 'Sale del nombre del archivo. Di qué pasa: “Primera subida de la temporada”.',
  uploading: (name: string) => `Subiendo ${name}`,
  preparing: 'Preparando la subida',
  finishing: 'Todo enviado, el servidor está guardando el archivo',
  stalled: 'detenida, reintentando',
  paused: 'En pausa',
  left: (clock: string) => `faltan unos ${clock}`,
  pause: 'Pausar',
  resume: 'Reanudar',
  tryAgain: 'Intentar de nuevo',
  cancel: 'Cancelar',
  cancelled: {
    title: 'Subida cancelada',
    description: 'Eliminamos lo que se había enviado.',
  },
  processing: 'Procesando tu video',
  processingNote: 'Podrás ver tu video en un momento. Puedes salir de esta página.',
  complete: 'Subida completa',
  completeNote: (title: string) =>
    `“${title}” ya se puede ver y espera revisión. El análisis se completa solo.`,
  alsoComplete: (titles: readonly string[]) =>
    `También se subieron: ${formatList(titles.map(title => `“${title}”`))}. Los encuentras en el panel.`,
  another: 'Subir otro video',
  toDashboard: 'Ir al panel',
  leaving: 'Mientras tanto puedes usar Trailcut. Deja abierta esta pestaña.',
  backOnline: { title: 'Volvió la conexión', description: 'La subida continúa.' },
  ready: (title: string): ToastContent => ({ title: 'Tu video está listo', description: title }),
  unfinished: {
    heading: (title: string) => `Reanudar “${title}”`,
    explanation: 'Esta subida se interrumpió. Elige el mismo archivo y sigue donde se quedó.',
    stored: (stored: string, total: string) => `Ya tenemos ${stored} de ${total}.`,
    choose: 'Elegir el archivo otra vez',
    discard: 'Descartar',
    otherFile: (name: string, size: string) =>
      `Este es otro archivo. La subida pendiente es ${name}, de ${size}.`,
    expired: 'La subida pendiente venció. Empieza de nuevo.',
  },
  toasts: {
    failed,
    invalidType: {
      title: 'Tipo de archivo no válido',
      description: 'Sube un archivo de video.',
      variant: 'destructive',
    },
    tooLarge: (megabytes: number): ToastContent => ({
      title: 'Archivo demasiado grande',
      description: `Sube un video de menos de 500 MB. El archivo pesa ${megabytes} MB`,
      variant: 'destructive',
    }),
    oneFile: {
      title: 'Un archivo a la vez',
      description: 'Elige solo un archivo de video.',
      variant: 'destructive',
    },
    notShared: failed('No pudimos tomar lo que compartiste. Elígelo aquí.'),
    noUrl: failed('No se pudo iniciar la subida. Revisa tu conexión e inténtalo de nuevo.'),
  },
  errors: {
    noUrl: 'No se pudo crear la dirección de subida. Inténtalo de nuevo.',
    processing: 'Falló el procesamiento del video. Inténtalo de nuevo.',
    tooLarge: (megabytes: number) =>
      `El archivo es demasiado grande (${megabytes} MB). Redúcelo a menos de 500 MB e inténtalo de nuevo.`,
    timeout: 'La subida tardó demasiado. Intenta con un archivo más pequeño o una mejor conexión.',
    tooMany: 'Demasiados intentos de subida. Espera un momento e inténtalo de nuevo.',
    status: (code: number) => `La subida falló con el estado ${code}`,
    attempts: 'La subida falló después de varios intentos. Revisa tu conexión e inténtalo de nuevo.',
    unreadable: 'Tu navegador ya no puede leer este archivo.',
    notDiscarded: 'No se pudo eliminar la subida pendiente. Vence sola.',
  },
  advice: {
    network:
      'Se cortó tu conexión. Guardamos lo que se envió, y la subida sigue sola cuando vuelva la conexión.',
    cors: 'Tu navegador no pudo enviar el archivo al servidor de video. Suele ser por un bloqueador de contenido o la red de una empresa.',
    unreadable:
      'Se movió, cambió o desconectó después de que lo elegiste. Elígelo otra vez: si el archivo no cambió, guardamos lo que se envió.',
    attempts:
      'Hay conexión pero el servidor no respondió. Guardamos lo que se envió: presiona Reanudar para seguir.',
  },
  info: {
    ai: {
      title: 'Funciones de IA',
      points: [
        'Momentos encontrados en la imagen, el sonido y los sensores de la cámara',
        'Cada puntaje explicado con los datos que lo respaldan',
        'Escribimos el título, la descripción y las etiquetas por ti',
      ],
    },
    share: {
      title: 'Reparto de ingresos',
      figure: formatPercent(creatorShare),
      text: `Te quedas con el ${formatPercent(creatorShare)} de lo que ganan tus videos publicados.`,
    },
    tips: {
      title: 'Consejos para subir',
      points: [
        'Graba en 1080p o más',
        'Que no pasen de 10 minutos',
        'Muestra acción: saltos, subidas, lodo, sustos',
        'Usa un título que diga qué pasa',
      ],
    },
  },
} satisfies Translation<typeof english>
