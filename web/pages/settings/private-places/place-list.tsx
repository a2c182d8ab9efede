import { useEffect, useRef } from 'react'
import type { PrivatePlace } from '#contract/private-places.ts'
import { formatDate } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Ride, rideEndingAt } from './map-view.ts'
import { texts } from './texts.ts'

const { list } = texts

/** The rider's places under the numbers that they have on the map. */
export function PlaceList({
  places,
  rides,
  isHidden,
  onShow,
  onRemove,
}: {
  places: readonly PrivatePlace[]
  rides: readonly Ride[]
  isHidden: (place: PrivatePlace) => boolean
  onShow: (place: PrivatePlace) => void
  onRemove: (place: PrivatePlace, number: number) => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(places.length)
  // A removed place takes its button and the focus with it.
  useEffect(() => {
    const removed = places.length < before.current
    before.current = places.length
    if (removed && document.activeElement === document.body) heading.current?.focus()
  }, [places.length])
  return (
    <div>
      <h3 ref={heading} id="private-place-list" tabIndex={-1} className="mb-2 font-semibold">
        {list.title}
      </h3>
      {places.length === 0 ? (
        <p className="text-muted">{list.none}</p>
      ) : (
        <ol aria-labelledby="private-place-list" className="divide-y divide-line border-line border-y">
          {places.map((place, i) => (
            <li key={place.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
              <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
                <span className="numeric mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-ink font-semibold text-[0.75rem] text-ground">
                  <span className="sr-only">{list.number(i + 1)}</span>
                  <span aria-hidden="true">{i + 1}</span>
                </span>
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2 break-words font-semibold">
                    {originOf(place, rides)}
                    {!isHidden(place) && <Badge tone="gray">{texts.map.notHidden}</Badge>}
                  </p>
                  <p className="text-muted text-sm">{list.since(formatDate(place.createdAt))}</p>
                </div>
              </div>
              <div className="flex gap-2">
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={list.showLabel(i + 1)}
                  onClick={() => onShow(place)}
                >
                  {list.show}
                </Button>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={list.removeLabel(i + 1)}
                  onClick={() => onRemove(place, i + 1)}
                >
                  {list.remove}
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function originOf(place: PrivatePlace, rides: readonly Ride[]): string {
  if (place.addedByRider) return list.added
  const ride = rideEndingAt(place, rides)
  return ride ? list.endOf(ride.title) : list.end
}
