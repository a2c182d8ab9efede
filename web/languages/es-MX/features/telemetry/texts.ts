import type { texts as english } from '../../../../features/telemetry/texts.ts'
import type { Translation } from '../../../translation.ts'

export const texts = {
  add: 'Agregar un recorrido o el archivo original',
  why: 'Agrega el recorrido de tu reloj, ciclocomputadora o app (FIT, GPX, TCX, KML, CSV o SRT). Los programas para cortar y compartir quitan los sensores: para una copia así, elige el archivo tal como lo grabó la cámara. Solo se envían los datos de sensores, nunca la imagen.',
  reading: 'Leyendo el archivo en este dispositivo',
  nothing: 'Este archivo no trae telemetría',
  nothingText:
    'Tiene que ser un recorrido grabado con horas, o el original de la cámara, con los sensores encendidos.',
  unreadable: 'No se pudo leer el archivo',
  unreadableText: 'Quizá se movió o cambió. Elígelo otra vez.',
  found: (device: string | null) =>
    device ? `Encontramos datos de una ${device}` : 'Encontramos datos de sensores',
  tags: (count: number) =>
    count === 1 ? '1 marca HiLight puesta en la rodada' : `${count} marcas HiLight puestas en la rodada`,
  size: (kilobytes: string) => `Se enviarán ${kilobytes} kB.`,
  send: 'Enviar y analizar otra vez',
  sendAnyway: 'Agregarlo de todos modos',
  otherDay: '¿Es el recorrido correcto?',
  otherDayText:
    'Si el reloj de la cámara estaba mal, agrega el recorrido de todos modos y revisa después su lugar.',
  other: 'Elegir otro archivo',
  sensors: {
    title: 'Sensores',
    camera: 'Cámara',
    ride: 'Recorrido grabado',
    inVideo: 'En el video',
    added: (format: string) => `Agregado, ${format}`,
    methods: {
      recording: 'Puesto sobre el video donde la cámara anotó su inicio en el recorrido.',
      satellite: 'Puesto sobre el video por la hora de los satélites.',
      turns: 'Puesto sobre el video donde la cámara giró como lo hace la ruta.',
      clock: 'Puesto sobre el video según el reloj de la cámara. Revisa su lugar: un reloj puede estar mal.',
      start: 'El recorrido y el video empiezan juntos, a falta de una pista. Revisa su lugar.',
      rider: 'Puesto sobre el video como elegiste.',
    },
    begins: (place: string) => `El video empieza en ${place} del recorrido`,
    agreement: (share: string) => `los giros coinciden en ${share}`,
    dropped: (count: number) =>
      count === 1
        ? 'Se descartó 1 muestra que no puede ser cierta.'
        : `Se descartaron ${count} muestras que no pueden ser ciertas.`,
    none: 'Este archivo no trae datos de sensores. Los puntajes salen solo de la imagen y el sonido.',
    noPlaces: (device: string | null) =>
      `${device ?? 'Este video'} no trae datos de GPS: agrega el recorrido de tu reloj, ciclocomputadora o app para tener velocidad y mapa.`,
  },
  place: {
    open: 'Corregir el tiempo',
    title: 'Poner el recorrido sobre el video',
    how: 'Muévelo hasta que la velocidad coincida con la imagen: alta donde vas rápido, baja donde te detienes.',
    failed: 'No se pudo cargar el recorrido.',
    at: (place: string) => `El video empieza en ${place}`,
    step: (seconds: number) => `${seconds > 0 ? '+' : '−'}${Math.abs(seconds)} s`,
    slider: 'Dónde empieza el video en el recorrido',
    others: 'Otros lugares que coinciden:',
    other: (place: string, confidence: number | null) =>
      confidence === null ? place : `${place}, ${Math.round(confidence * 100)}%`,
    undo: 'Encontrar el lugar automáticamente',
    save: 'Guardar y analizar otra vez',
  },
  toasts: {
    placed: {
      title: 'Recorrido movido',
      description: 'Estamos analizando el video otra vez, con el recorrido en su nuevo lugar.',
    },
    placeFailed: 'No se movió el recorrido',
    placeFailedOtherwise: 'No pudimos mover el recorrido. Inténtalo de nuevo.',
    added: {
      title: 'Telemetría agregada',
      description: 'Estamos analizando el video otra vez, ahora con sus sensores.',
    },
    failed: 'No se agregó la telemetría',
    failedOtherwise: 'No pudimos enviar la telemetría. Inténtalo de nuevo.',
  },
} satisfies Translation<typeof english>
