import type { RideMeasure } from '#contract/ride-data.ts'
import { formatClock, formatNumber } from '../../lib/format.ts'
import type { Units } from '../../lib/units.ts'

/** A value with its unit, as the viewer sees it. */
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
  title: 'Ride data',
  failed: "We couldn't load the ride data",
  pending: {
    title: "Ride data isn't ready yet",
    text: 'Speed, g-force and a map of your ride appear here once the analysis is done.',
  },
  none: {
    title: 'No ride data',
    text: "This video has no telemetry. Record with GPS turned on, or add your camera's telemetry file in the AI analysis.",
  },
  measures: {
    speed: 'Speed',
    g: 'G-force',
    height: 'Height',
    turn: 'Turn rate',
  } satisfies Record<RideMeasure, string>,
  written,
  /** the range of a plot */
  reach: (measure: RideMeasure, least: number, most: number, units: Units) =>
    measure === 'height'
      ? `${written(measure, least, units)} to ${written(measure, most, units)}`
      : `up to ${written(measure, most, units)}`,
  unknown: '–',
  plots: 'Ride data over time',
  map: {
    label: 'Map of the ride',
    start: 'Start',
    end: 'End',
    north: 'N',
    hidden: "The map leaves out the rider's private places.",
    allHidden: {
      title: 'The map is hidden',
      text: 'The rider keeps where this ride was private.',
    },
    notHere: 'not on the map',
  },
  speedKey: 'Speed',
  key: { highlight: 'Highlight', jump: 'Jump' },
  distance: (meters: number, units: Units) => {
    const far = meters * units.far.factor
    const near = meters * units.height.factor
    return near >= 1000
      ? `${Number(far.toPrecision(3))} ${units.far.name}`
      : `${formatNumber(near)} ${units.height.name}`
  },
  at: (time: number) => formatClock(time),
  spoken: (time: number, duration: number, facts: readonly (string | null | undefined | false)[]) =>
    [`${formatClock(time)} of ${formatClock(duration)}`, ...facts].filter(Boolean).join(', '),
} as const
