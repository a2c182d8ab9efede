import { clock } from '#contract/clock.ts'
import { catalog, type Sentence, type Text } from '#server/core/sentences.ts'
import { percent } from './percent.ts'

const amount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What the product advises about a video: its viral potential, edits and thumbnails. Shares are 0 to 1. */
export const advice = catalog('advice', {
  hookQuiet: ({ seconds, share }: { seconds: number; share: number }) =>
    `The first ${seconds} seconds are quiet (${percent(share)} excitement).`,
  hookSome: ({ seconds, share }: { seconds: number; share: number }) =>
    `The first ${seconds} seconds have some action (${percent(share)} excitement).`,
  hookFull: ({ seconds, share }: { seconds: number; share: number }) =>
    `The first ${seconds} seconds are full of action (${percent(share)} excitement).`,
  moveUp: ({ time, name }: { time: number; name: Text }) =>
    `Move the highlight at ${clock(time)} (${name}) into the first 3 seconds.`,
  strongest: ({ share, highlight }: { share: number; highlight: Text }) =>
    `The strongest highlight reaches ${percent(share)}: ${highlight}.`,
  noneStandsOut: 'No highlight stands out.',
  addAction: 'Add footage with a jump, speed, a sharp turn or a view.',
  shareOfAction: ({ share }: { share: number }) => `${percent(share)} of the ride is action.`,
  cutDown: 'Cut it down to its highlights.',
  variety: ({ kinds, places }: { kinds: number; places: number }) =>
    `${amount(kinds, 'kind')} of highlights in ${amount(places, 'kind')} of scenes.`,
  mix: 'Mix action with a view or another kind of ground.',
  picture: ({ light, contrast, color, lines }: Record<'light' | 'contrast' | 'color' | 'lines', number>) =>
    `Light ${percent(light)}, contrast ${percent(contrast)}, color ${percent(color)}, ${lines}p.`,
  correctExposure: 'Correct the exposure.',
  raiseSaturation: 'Raise the saturation a little.',
  noSound: 'The video has no sound.',
  addMusic: 'Add music or the sound of the engine.',
  wind: ({ share }: { share: number }) =>
    `${percent(share)} of the sound's energy is below 160 Hz, mostly wind.`,
  filterWind: 'Filter out the wind or add music.',
  lasts: ({ seconds, from, to }: { seconds: number; from: number; to: number }) =>
    `It lasts ${clock(seconds)}; ${from} to ${to} seconds work best in feeds.`,
  publishReel: 'Publish a reel of 15 to 60 seconds.',
  offCenter: ({ share, lines }: { share: number; lines: number }) =>
    `The best highlights are ${percent(share)} of the width off center; a vertical crop is ${lines} pixels high.`,
  vertical: 'It is already vertical.',
  recordLarger: 'Record at 1080p or higher.',
  keepCentered: 'Keep the action in the middle so that a vertical crop shows it.',
  doubt: ({ moves, counts }: { moves: number; counts: number }) =>
    `The sensor data shows a ride, but the picture moves only ${percent(moves)} of that time, so it counts for ${percent(counts)}.`,
  cutDull: ({ seconds }: { seconds: number }) => `Cut ${Math.round(seconds)} s where little happens.`,
  hurryDull: ({ seconds }: { seconds: number }) =>
    `Speed up or cut ${Math.round(seconds)} s where little happens.`,
  slowMotion: ({ seconds, fps }: { seconds: number; fps: number }) =>
    `Show the ${seconds.toFixed(1)} s of airtime at half speed; at ${Math.round(fps)} frames per second it stays smooth.`,
  brighten: ({ level }: { level: number }) =>
    `Brighten the picture: its average brightness is ${Math.round(level)} out of 255.`,
  saturate: ({ level }: { level: number }) =>
    `Raise the saturation: colorfulness is ${Math.round(level)}, where 33 is moderate.`,
  stabilize: ({ level }: { level: number }) =>
    `Stabilize the picture: it shakes by ${level.toFixed(2)} frame widths per second.`,
  cutWind: ({ share }: { share: number }) =>
    `Cut the sound below 160 Hz: ${percent(share)} of its energy is there, mostly wind.`,
  caption: ({ fact }: { fact: Text }) => `Show "${fact}" on screen.`,
  coverAt: ({ name, time, merits }: { name: Text; time: number; merits: Sentence }) =>
    `${name} at ${time.toFixed(1)} s: ${merits}`,
  frameAt: ({ time, merits }: { time: number; merits: Sentence }) =>
    `Frame at ${time.toFixed(1)} s: ${merits}`,
  merits: ({ first, second }: Record<'first' | 'second', Sentence>) => `${first} and ${second}`,
  sharp: 'sharp',
  colorful: 'colorful',
  contrast: 'high contrast',
  composed: 'well composed',
})
