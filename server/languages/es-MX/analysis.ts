import type { sentences as english } from '#server/analysis/sentences/sentences.ts'
import type { Translation } from '#server/core/sentences.ts'

export const analysis = {
  failed: 'No pudimos terminar el análisis. Inícialo otra vez; si sigue fallando, escríbenos.',
  shorterSpans: 'Pide tramos que sumen 10 minutos como máximo.',
  placeKnown: 'Este lugar ya es privado.',
  tooManyPlaces: ({ most }) => `Puedes agregar hasta ${most} lugares, incluidos los que quitaste.`,
  notAnalyzed: 'El análisis con IA de este video todavía no termina.',
  nothingToUndo: 'No hay nada que deshacer en este video.',
  processFirst: 'Hay que procesar este video antes de analizarlo.',
  noRide: 'A este video no se le agregó ningún recorrido.',
  otherDay: ({ rode, filmed }) =>
    `Este recorrido empezó el ${rode} UTC, pero el reloj de la cámara dice que el video es del ${filmed}.`,
  processFirstForTelemetry: 'Hay que procesar este video antes de agregarle telemetría.',
  sendAsBytes: 'Envía la telemetría como application/octet-stream.',
  telemetryBusy: 'Estamos leyendo muchos archivos de telemetría. Inténtalo de nuevo en un minuto.',
  telemetryTooLarge: 'Esta telemetría pesa más de 64 MB. Exporta una rodada más corta e inténtalo de nuevo.',
} satisfies Translation<typeof english>
