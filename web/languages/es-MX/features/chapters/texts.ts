import type { texts as english } from '../../../../features/chapters/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  found: (part, parts) => `Parece ser la parte ${part} de ${parts} de una misma grabación`,
  hint: 'Unidas son un solo video con un solo análisis. Las partes se quedan hasta que las elimines.',
  join: 'Unir en un solo video',
  dialog: {
    title: parts => `Unir ${parts} partes en un solo video`,
    text: 'Juntamos estas partes en este orden, sin perder calidad, y conservamos la telemetría de la cámara:',
    once: 'Se puede publicar el video unido o sus partes, porque la misma grabación no puede generar ingresos dos veces.',
    confirm: 'Unir',
    cancel: 'Cancelar',
  },
  started: 'Estamos uniendo las partes',
  startedText: 'Procesaremos el video unido igual que uno subido.',
  failed: 'No se pudieron unir las partes',
  noConnection: 'Revisa tu conexión e inténtalo de nuevo.',
  lastTry: 'El último intento falló:',
  joining: parts => `Uniendo ${parts} partes en un solo video`,
  leave: 'Puedes salir de esta página.',
  progress: 'Avance de la unión',
  joinedFrom: parts => `Unido a partir de ${parts} partes`,
  partOf: (part, parts) => `Parte ${part} de ${parts} de un video unido`,
  open: 'Abrir el video unido',
  publishOne: 'Se puede publicar el video unido o sus partes. Puedes eliminar las partes que no necesites.',
} satisfies Translation<typeof english>
