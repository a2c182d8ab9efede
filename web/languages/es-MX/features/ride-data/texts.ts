import type { RideMeasure } from '#contract/ride-data.ts'
import type { texts as english } from '../../../../features/ride-data/texts.ts'
import { formatClock, formatNumber } from '../../../../lib/format.ts'
import type { Units } from '../../../../lib/units.ts'
import type { Translation } from '../../../translation.ts'

function written(measure: RideMeasure, value: number, units: Units): string {
  switch (measure) {
    case 'speed':
      return `${formatNumber(value * units.speed.factor)} ${units.speed.name}`
    case 'height':
      return `${formatNumber(value * units.height.factor)} ${units.height.name}`
    case 'g':
      return `${value.toFixed(1)} g`
    case 'turn':
      return `${formatNumber(value)}°/s`
  }
}

export const texts = {
  title: 'Datos de la rodada',
  failed: 'No pudimos cargar los datos de la rodada',
  pending: {
    title: 'Los datos llegan con el análisis',
    text: 'La velocidad, las fuerzas g y el mapa de tu rodada aparecen aquí cuando termine el análisis.',
  },
  none: {
    title: 'Sin datos de la rodada',
    text: 'Este video no trae telemetría. Graba con el GPS encendido o agrega el archivo de telemetría de tu cámara en el análisis con IA.',
  },
  measures: {
    speed: 'Velocidad',
    g: 'Fuerza g',
    height: 'Altura',
    turn: 'Giro',
  },
  written,
  reach: (measure: RideMeasure, least: number, most: number, units: Units) =>
    measure === 'height'
      ? `de ${written(measure, least, units)} a ${written(measure, most, units)}`
      : `hasta ${written(measure, most, units)}`,
  unknown: '–',
  plots: 'Datos de la rodada en el tiempo',
  map: {
    label: 'Mapa de la rodada',
    start: 'Inicio',
    end: 'Fin',
    north: 'N',
    hidden: 'El mapa omite los lugares privados del piloto.',
    allHidden: {
      title: 'El mapa está oculto',
      text: 'El piloto mantiene en privado dónde fue esta rodada.',
    },
    notHere: 'fuera del mapa',
  },
  speedKey: 'Velocidad',
  key: { highlight: 'Momento', jump: 'Salto' },
  distance: (meters: number, units: Units) => {
    const far = meters * units.far.factor
    const near = meters * units.height.factor
    return near >= 1000
      ? `${Number(far.toPrecision(3))} ${units.far.name}`
      : `${formatNumber(near)} ${units.height.name}`
  },
  at: (time: number) => formatClock(time),
  spoken: (time: number, duration: number, facts: readonly (string | null | undefined | false)[]) =>
    [`${formatClock(time)} de ${formatClock(duration)}`, ...facts].filter(Boolean).join(', '),
} satisfies Translation<typeof english>
