import type { texts as english } from '../../../../features/telemetry/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  add: 'Agregar telemetría del archivo original',
  why: 'Los programas para cortar y compartir quitan los sensores. Elige el archivo tal como lo grabó la cámara: solo se envían sus datos de sensores, nunca la imagen.',
  reading: 'Leyendo el archivo en este dispositivo',
  nothing: 'Este archivo no trae telemetría',
  nothingText: 'Tiene que ser el original de la cámara, con los sensores encendidos.',
  unreadable: 'No se pudo leer el archivo',
  unreadableText: 'Quizá se movió o cambió. Elígelo otra vez.',
  found: (device: string | null) =>
    device ? `Encontramos datos de una ${device}` : 'Encontramos datos de sensores',
  tags: (count: number) =>
    count === 1 ? '1 marca HiLight puesta en la rodada' : `${count} marcas HiLight puestas en la rodada`,
  size: (kilobytes: string) => `Se enviarán ${kilobytes} kB.`,
  send: 'Enviar y analizar otra vez',
  other: 'Elegir otro archivo',
  toasts: {
    added: {
      title: 'Telemetría agregada',
      description: 'Estamos analizando el video otra vez, ahora con sus sensores.',
    },
    failed: 'No se agregó la telemetría',
    failedOtherwise: 'No pudimos enviar la telemetría. Inténtalo de nuevo.',
  },
} satisfies Translation<typeof english>
