/**
 * Colors from slow to fast, at the ends and at steps between. From blue to yellow with rising lightness, after cividis
 * (Nuñez, Anderton and Renslow 2018): readable without red and green, and in gray. The line also gets wider.
 */
const ramps = {
  light: ['#12336b', '#46567c', '#76797a', '#b09f5f', '#e2bd12'],
  dark: ['#4f7fd6', '#7d93b0', '#a8a58c', '#d6c35c', '#ffe63d'],
} as const

export type RampName = keyof typeof ramps

const channels = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

/** @param share 0 is the slowest, 1 the fastest of the ride */
export function speedColor(ramp: RampName, share: number): string {
  const colors = ramps[ramp]
  const place = Math.min(1, Math.max(0, share)) * (colors.length - 1)
  const left = Math.min(colors.length - 2, Math.floor(place))
  const [from, to] = [channels(colors[left] as string), channels(colors[left + 1] as string)]
  const mixed = from.map((value, i) => Math.round(value + ((to[i] as number) - value) * (place - left)))
  return `rgb(${mixed.join(' ')})`
}

/** Width of the line in pixels. */
export const speedWidth = (share: number): number => 2.5 + 3.5 * Math.min(1, Math.max(0, share))
export const rampSteps = (ramp: RampName): readonly string[] => ramps[ramp]
