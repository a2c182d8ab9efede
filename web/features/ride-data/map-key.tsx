import { useId } from 'react'
import { texts } from '#texts/features/ride-data.ts'
import type { Units } from '../../lib/units.ts'
import { roundLength } from './geometry.ts'
import { type RampName, rampSteps, speedWidth } from './speed-ramp.ts'
import { written, writtenDistance } from './written.ts'

/** The legend of the track's colors and widths: a wedge from standing still to the ride's top speed. */
export function SpeedKey({ ramp, fastest, units }: { ramp: RampName; fastest: number; units: Units }) {
  const gradient = useId()
  const steps = rampSteps(ramp)
  const [thin, thick] = [speedWidth(0), speedWidth(1)].map(width => width + 2) as [number, number]
  return (
    <div className="mt-2 flex items-center gap-2 text-muted text-xs">
      <span>{texts.speedKey}</span>
      <span className="numeric">{written('speed', 0, units)}</span>
      <svg aria-hidden="true" viewBox="0 0 120 12" className="h-3 w-30">
        <linearGradient id={gradient}>
          {steps.map((color, i) => (
            <stop key={color} offset={i / (steps.length - 1)} stopColor={color} />
          ))}
        </linearGradient>
        <path
          d={`M0 ${6 - thin / 2}L120 ${6 - thick / 2}V${6 + thick / 2}L0 ${6 + thin / 2}Z`}
          fill={`url(#${gradient})`}
          stroke="var(--line-strong)"
          strokeWidth="0.75"
        />
      </svg>
      <span className="numeric">{written('speed', fastest, units)}</span>
    </div>
  )
}

/** The legend of the bands and shapes on plots and map. */
export const MarkerKey = () => (
  <div className="flex flex-wrap gap-x-4 text-muted text-xs">
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 14 14" className="size-3.5 text-accent">
        <path d="M7 1 13 7 7 13 1 7Z" fill="currentColor" />
      </svg>
      {texts.key.highlight}
    </span>
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 14 14" className="size-3.5 text-accent">
        <path d="M7 2 13 12H1Z" fill="currentColor" />
      </svg>
      {texts.key.jump}
    </span>
  </div>
)

/** A scale bar of a round length. */
export function Scale({ pixelsPerMeter, units }: { pixelsPerMeter: number; units: Units }) {
  const most = 110 / pixelsPerMeter
  const unit = most * units.height.factor >= 1000 ? units.far : units.height
  const meters = roundLength(most * unit.factor) / unit.factor
  return (
    <div className="absolute bottom-2.5 left-3 text-ink">
      <span className="numeric rounded-sm bg-surface/80 px-1 text-[0.75rem]">
        {writtenDistance(meters, units)}
      </span>
      <div
        className="mt-0.5 h-1.5 border-ink border-x-2 border-b-2"
        style={{ width: meters * pixelsPerMeter }}
      />
    </div>
  )
}

/** Where north is. */
export const North = () => (
  <div className="absolute top-2.5 right-3 grid justify-items-center text-ink">
    <span className="rounded-sm font-semibold text-[0.75rem] leading-4">{texts.map.north}</span>
    <svg aria-hidden="true" viewBox="0 0 12 18" className="h-4.5 w-3">
      <path d="M6 0 11 17 6 13.5 1 17Z" fill="currentColor" />
    </svg>
  </div>
)
