import type { problems as english } from '#server/analysis/sentences/telemetry.ts'
import type { Translation } from '#server/core/sentences.ts'

const tables: Readonly<Record<string, string>> = {
  size: 'tamaños',
  offset: 'posiciones',
  chunk: 'bloques',
  time: 'tiempos',
}

export const telemetry = {
  damagedTable: ({ table }) => `La tabla de ${tables[table] ?? table} de la telemetría está dañada.`,
  damagedExcerpt: 'La telemetría se dañó en el camino. Elige otra vez el archivo original.',
  indexCutOff: 'El índice (moov) del MP4 está incompleto.',
  longerThanFile: 'La telemetría dice ser más larga que su archivo.',
  lineTooLong: 'Una línea del archivo de telemetría pasa de 16 kB.',
  noScale: ({ key }) => `El archivo .gcsv no tiene un ${key} utilizable.`,
  notTrack: 'El archivo no es GPX, TCX ni KML.',
  timesUnreadable: ({ unreadable, rows }) =>
    `No pudimos leer la hora en ${unreadable} de ${rows} filas del CSV.`,
  xmlAttributes: ({ most }) => `Una etiqueta del archivo XML tiene más de ${most} atributos.`,
  xmlCutOff: 'El archivo XML termina a la mitad de una etiqueta.',
  xmlDepth: ({ most }) => `El archivo XML tiene más de ${most} niveles de anidamiento.`,
  xmlEntities: 'El archivo XML define sus propias entidades (DOCTYPE) y aquí no se permite.',
  xmlTooLong: 'Una etiqueta, un comentario o un texto del archivo XML pasa de 64 kB.',
  xmlUnclosed: 'Una etiqueta del archivo XML no está cerrada.',
  excerptTooLarge: 'Este archivo tiene más telemetría de la que podemos recibir.',
  fileTooLarge: 'El archivo de telemetría pesa más de 256 MB.',
  fitTooLarge: 'El archivo FIT pesa más de 64 MB.',
  indexTooLarge: 'El índice (moov) del MP4 pesa más de 64 MB.',
  payloadTooLarge: 'Un paquete de la telemetría es demasiado grande.',
  tooManyBoxes: 'El MP4 tiene demasiadas cajas.',
  tooManyParts: 'La telemetría tiene demasiadas partes.',
  tooManyPayloads: 'La telemetría tiene demasiados paquetes.',
  tooManyPoints: 'El recorrido tiene demasiados puntos.',
  tooManySamples: 'La telemetría tiene demasiadas muestras.',
  tooMuchMemory:
    'Leer el archivo de telemetría requiere demasiada memoria. Exporta una rodada más corta, o como CSV, e inténtalo de nuevo.',
  tooMuchToSend: 'Este archivo tiene más telemetría de la que se puede enviar.',
  tooSlow:
    'El archivo de telemetría tarda demasiado en leerse. Exporta una rodada más corta, o como CSV, e inténtalo de nuevo.',
  kmlWithoutTimes:
    'El archivo KML no tiene horas, así que no podemos relacionarlo con el video. Exporta el recorrido grabado como GPX, o como KML con horas.',
  noHeaderRow: 'El archivo no tiene una fila de encabezados con los nombres de las columnas.',
  noTelemetry: 'Este archivo no tiene telemetría.',
  noTimeColumn: 'El CSV no tiene columna de tiempo. Llama a una “time” (en segundos) o “date”.',
  noTrackPoints: ({ format }) => `El archivo ${format} no tiene puntos de recorrido.`,
  noUsablePoint: ({ format }) =>
    `Ningún punto del archivo ${format} tiene lugar y hora a la vez, así que no podemos relacionarlo con el video.`,
  noUsableRow: ({ rows }) => `Ninguna fila del CSV tiene un valor utilizable (filas: ${rows}).`,
  notText: 'El archivo de telemetría no es de texto.',
  onlyTimes:
    'El CSV tiene una columna de tiempo, pero nada más. Las columnas posibles son: lat y lon, alt, speed, ax ay az, gx gy gz.',
} satisfies Translation<typeof english>
