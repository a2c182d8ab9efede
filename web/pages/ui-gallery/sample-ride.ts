import type { HighlightTimelineProps } from '../../entities/highlight/timeline/highlight-timeline.tsx'

const hill = (at: number, center: number, height: number) => height * Math.exp(-(((at - center) / 4) ** 2))

/** A two-minute ride with four highlights, two of them close together, to check the timeline. */
export const sampleRide: Pick<HighlightTimelineProps, 'duration' | 'curve' | 'clips' | 'scenes'> = {
  duration: 120,
  curve: {
    stepSeconds: 1,
    values: Array.from({ length: 120 }, (_, at) =>
      Math.min(1, 0.12 + hill(at, 25, 0.7) + hill(at, 62, 0.8) + hill(at, 98, 0.35)),
    ),
  },
  clips: [
    { description: 'Jump', score: 0.82, start: 20, end: 31, clipType: 'action' },
    { description: 'Landing', score: 0.95, start: 57, end: 68, clipType: 'action' },
    { description: 'Berm', score: 0.74, start: 70, end: 76, clipType: 'action' },
    { description: 'Ridge line', score: 0.61, start: 92, end: 105, clipType: 'scenic' },
  ],
  scenes: [
    { timestamp: 0, sceneType: 'trail' },
    { timestamp: 46, sceneType: 'sand' },
    { timestamp: 84, sceneType: 'ridge' },
  ],
}
