import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { PrivatePlace } from '#contract/private-places.ts'
import { projection, type View } from '#gauges/geometry.ts'
import { texts } from '#texts/pages/settings/private-places.ts'
import { North, Scale } from '../../../features/ride-data/map-key.tsx'
import { writtenDistance } from '../../../features/ride-data/written.ts'
import { viewerUnits } from '../../../lib/units.ts'
import { Button } from '../../../ui/button.tsx'
import { Contours } from '../../../ui/contours/contours.tsx'
import type { Icon } from '../../../ui/icons/icon.tsx'
import { Maximize } from '../../../ui/icons/maximize.tsx'
import { Minus } from '../../../ui/icons/minus.tsx'
import { Plus } from '../../../ui/icons/plus.tsx'
import { nearestPlace, pathOf, type Ride, type Size, type Spot, spotAt, zoomed } from './map-view.ts'

const { map } = texts

/** Pixels that an arrow key moves the crosshair; with Shift. */
const step = { plain: 8, shift: 48 } as const
const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface MapProps {
  rides: readonly Ride[]
  places: readonly PrivatePlace[]
  /** whether others don't see a place now */
  isHidden: (place: PrivatePlace) => boolean
  size: Size
  view: View
  spot: Spot
  onSpot: (spot: Spot) => void
  onView: (view: View) => void
  /** shows everything again; null when it does */
  onReset: (() => void) | null
  onAdd: () => void
}

/** The rider's rides from above with the circles of their places, and a crosshair that pointer and keys move. */
export function PlacesMap(props: MapProps) {
  const { size, view, spot, places, onSpot, onView, onReset, onAdd } = props
  const hint = useId()
  const at = pointOf(view, size, spot)
  const zoom = (factor: number) => onView(zoomed(view, spot, factor))
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (direction) {
      const pixels = event.shiftKey ? step.shift : step.plain
      const [x, y] = [at.x + direction[0] * pixels, at.y + direction[1] * pixels]
      const next = spotAt(view, size, x, y)
      onSpot(next)
      if (x < 0 || y < 0 || x > size.width || y > size.height) onView(zoomed(view, next, 1))
    } else if (event.key === '+' || event.key === '=') zoom(2)
    else if (event.key === '-') zoom(0.5)
    else if (event.key === 'Enter') onAdd()
    else return
    event.preventDefault()
  }
  return (
    <div>
      <div className="relative">
        <div
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself
          tabIndex={0}
          aria-label={map.label}
          aria-describedby={hint}
          onKeyDown={onKeyDown}
          onClick={event => {
            const { left, top } = event.currentTarget.getBoundingClientRect()
            onSpot(spotAt(view, size, event.clientX - left, event.clientY - top))
          }}
          className="relative isolate h-75 cursor-crosshair select-none overflow-hidden rounded-lg border border-line bg-sunken sm:h-102"
        >
          <Contours seed={23} className="-z-10" />
          <Picture {...props} at={at} />
          <Scale pixelsPerMeter={view.pixelsPerMeter} units={viewerUnits()} />
          <North />
        </div>
        <div className="absolute right-2.5 bottom-2.5 flex flex-col gap-1.5">
          <MapButton label={map.zoomIn} Icon={Plus} onClick={() => zoom(2)} />
          <MapButton label={map.zoomOut} Icon={Minus} onClick={() => zoom(0.5)} />
          <MapButton label={map.reset} Icon={Maximize} onClick={onReset} />
        </div>
      </div>
      <Key places={places} isHidden={props.isHidden} />
      <p id={hint} className="mt-3 max-w-prose text-muted text-sm">
        {map.hint}
      </p>
      <output className="numeric mt-2 block text-sm">{spoken(spot, places)}</output>
    </div>
  )
}

const pointOf = (view: View, size: Size, { latitude, longitude }: Spot) => {
  const { xOf, yOf } = projection(view, size)
  return { x: xOf(longitude), y: yOf(latitude) }
}

function spoken(spot: Spot, places: readonly PrivatePlace[]): string {
  const crosshair = map.crosshair({
    latitude: spot.latitude.toFixed(4),
    longitude: spot.longitude.toFixed(4),
  })
  const nearest = nearestPlace(spot, places)
  if (!nearest) return crosshair
  const { number, meters, inside } = nearest
  const where = inside
    ? map.inside({ place: number })
    : map.near({ distance: writtenDistance(meters, viewerUnits()), place: number })
  return [crosshair, where].join(' · ')
}

const MapButton = ({ label, Icon, onClick }: { label: string; Icon: Icon; onClick: (() => void) | null }) => (
  <Button variant="outline" size="icon" aria-label={label} disabled={!onClick} onClick={onClick ?? undefined}>
    <Icon aria-hidden="true" className="size-4.5" />
  </Button>
)

const circleClass = (hidden: boolean) =>
  hidden
    ? 'fill-accent/15 stroke-accent stroke-[1.5]'
    : 'fill-transparent stroke-line-strong stroke-[1.5] [stroke-dasharray:5_4]'

/** Rides, circles, the places with their numbers, and the crosshair. */
function Picture({ rides, places, isHidden, size, view, at }: MapProps & { at: { x: number; y: number } }) {
  const { width, height } = size
  const track = pathOf(rides, view, size)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full">
      {places.map(place => {
        const { x, y } = pointOf(view, size, place.circle)
        const r = place.circle.radius * view.pixelsPerMeter
        return <circle key={place.id} cx={x} cy={y} r={r} className={circleClass(isHidden(place))} />
      })}
      <g fill="none" strokeLinejoin="round" strokeLinecap="round">
        <path d={track} className="stroke-[5] stroke-ground" />
        <path d={track} className="stroke-[2.5] stroke-pine" />
      </g>
      {places.map((place, i) => {
        const { x, y } = pointOf(view, size, place)
        return (
          <g key={place.id} transform={`translate(${x} ${y})`}>
            <circle r="10" className="fill-ink stroke-2 stroke-ground" />
            <text
              textAnchor="middle"
              dominantBaseline="central"
              className="numeric fill-ground font-semibold text-[0.75rem]"
            >
              {i + 1}
            </text>
          </g>
        )
      })}
      <g transform={`translate(${at.x} ${at.y})`} fill="none" strokeLinecap="round">
        {(['stroke-ground stroke-[5]', 'stroke-ink stroke-2'] as const).map(look => (
          <g key={look} className={look}>
            <path d="M-22 0H-6M6 0H22M0-22V-6M0 6V22" />
            <circle r="14" />
          </g>
        ))}
      </g>
    </svg>
  )
}

/** What the lines and circles mean. */
const Key = ({ places, isHidden }: Pick<MapProps, 'places' | 'isHidden'>) => (
  <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
    <KeyItem text={map.ride}>
      <path d="M1 7H13" className="stroke-[2.5] stroke-pine" />
    </KeyItem>
    {[true, false]
      .filter(hidden => places.some(place => isHidden(place) === hidden))
      .map(hidden => (
        <KeyItem key={String(hidden)} text={hidden ? map.hidden : map.notHidden}>
          <circle cx="7" cy="7" r="6" className={circleClass(hidden)} />
        </KeyItem>
      ))}
  </div>
)

const KeyItem = ({ text, children }: { text: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <svg aria-hidden="true" viewBox="0 0 14 14" className="size-3.5">
      {children}
    </svg>
    {text}
  </span>
)
