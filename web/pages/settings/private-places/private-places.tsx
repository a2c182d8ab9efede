import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/paths.ts'
import type { PrivatePlace } from '#contract/private-places.ts'
import type { View } from '#gauges/geometry.ts'
import { texts } from '#texts/pages/settings/private-places.ts'
import { useSize } from '../../../features/ride-data/use-canvas.ts'
import { writtenDistance } from '../../../features/ride-data/written.ts'
import { sentenceOf } from '../../../lib/calls/api.ts'
import { call, reading } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { formatDate } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { viewerUnits } from '../../../lib/units.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/inputs/field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import {
  circleReach,
  type Places,
  type Ride,
  rideEndingAt,
  type Spot,
  viewAround,
  viewOfPlace,
} from './map-view.ts'
import { PlacesMap } from './places-map.tsx'

const { list } = texts

const placesQuery = queryOptions({ ...reading('privatePlaces') })
const refresh = [api.privatePlaces]

/** The rider's private places on a map of their own rides: they add and remove them. */
export default function PrivatePlaces() {
  const query = useQuery(placesQuery)
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton className="h-96" />}
      failed={texts.failed}
      lateError="above"
      isEmpty={({ places, rides }) => places.length === 0 && rides.length === 0}
      empty={
        <EmptyState title={texts.empty.title}>
          <p>{texts.empty.text}</p>
        </EmptyState>
      }
    >
      {answer => <MapAndList {...answer} />}
    </Loaded>
  )
}

/** What a dialog asks about. */
type Question = { add: Spot } | { remove: PrivatePlace; number: number }

function MapAndList({ places, rides }: Places) {
  const { hideHomeZone } = useUser()
  const { ref, width, height } = useSize<HTMLDivElement>()
  const [rideId, setRideId] = useState('')
  const [chosen, setChosen] = useState<View | null>(null)
  const [crosshair, setCrosshair] = useState<Spot | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const size = { width, height }
  const ride = rides.find(({ videoId }) => videoId === rideId)
  const view = chosen ?? viewAround(ride ? [ride] : rides, ride ? [] : places, size)
  const spot = crosshair ?? view
  const isHidden = ({ addedByRider }: PrivatePlace) => hideHomeZone || addedByRider
  const show = (next: View | null) => {
    setChosen(next)
    setCrosshair(null)
  }
  const close = () => setQuestion(null)
  const add = () => setQuestion({ add: { latitude: spot.latitude, longitude: spot.longitude } })
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-muted">{texts.about}</p>
      {rides.length > 1 && (
        <div className="sm:max-w-sm">
          <Select
            label={texts.map.show}
            options={[
              { value: '', label: texts.map.all },
              ...rides.map(({ videoId, title }) => ({ value: videoId, label: title })),
            ]}
            value={rideId}
            onChange={event => {
              setRideId(event.target.value)
              show(null)
            }}
          />
        </div>
      )}
      <div ref={ref} className="min-h-75 sm:min-h-102">
        {width > 0 && (
          <PlacesMap
            {...{ rides, places, isHidden, size, view, spot }}
            onSpot={setCrosshair}
            onView={setChosen}
            onReset={chosen ? () => show(null) : null}
            onAdd={add}
          />
        )}
      </div>
      <div>
        <Button variant="outline" onClick={add}>
          {texts.add.open}
        </Button>
      </div>
      <PlaceList
        {...{ places, rides, isHidden }}
        onShow={place => show(viewOfPlace(place, size))}
        onRemove={(remove, number) => setQuestion({ remove, number })}
      />
      {question && 'add' in question && <AddDialog spot={question.add} onClose={close} />}
      {question && 'remove' in question && (
        <RemoveDialog place={question.remove} number={question.number} onClose={close} />
      )}
    </div>
  )
}

function AddDialog({ spot, onClose }: { spot: Spot; onClose: () => void }) {
  const adding = useAction({
    mutationFn: () => call('addPrivatePlace', { body: spot }),
    onDone: onClose,
    done: texts.add.done,
    failed: () => null,
    refresh,
    refreshOn: 'settled',
  })
  return (
    <Confirm
      title={texts.add.title}
      text={texts.add.text({ distance: writtenDistance(circleReach, viewerUnits()) })}
      yes={texts.add.yes}
      failed={texts.add.failed}
      action={adding}
      onClose={onClose}
    />
  )
}

function RemoveDialog({
  place: { id },
  number,
  onClose,
}: {
  place: PrivatePlace
  number: number
  onClose: () => void
}) {
  const removing = useAction({
    mutationFn: () => call('removePrivatePlace', { params: { placeId: id } }),
    onDone: onClose,
    done: texts.removal.done,
    failed: () => null,
    refresh,
    refreshOn: 'settled',
  })
  return (
    <Confirm
      title={texts.removal.title({ place: number })}
      text={texts.removal.text}
      yes={texts.removal.yes}
      danger
      failed={texts.removal.failed}
      action={removing}
      onClose={onClose}
    />
  )
}

/** Asks before it acts, and keeps the dialog with the reason if that fails. */
function Confirm({
  title,
  text,
  yes,
  danger = false,
  failed,
  action,
  onClose,
}: {
  title: string
  text: string
  yes: string
  danger?: boolean
  failed: string
  action: { mutate: () => void; isPending: boolean; error: Error | null }
  onClose: () => void
}) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="space-y-5">
        <p className="max-w-prose">{text}</p>
        {action.error && (
          <Alert tone="danger" title={failed}>
            {sentenceOf(action.error, texts.otherwise)}
          </Alert>
        )}
        <DialogButtons
          label={yes}
          variant={danger ? 'danger' : 'primary'}
          busy={action.isPending}
          onSend={() => action.mutate()}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  )
}

/** The rider's places under the numbers that they have on the map. */
function PlaceList({
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
                  <span className="sr-only">{list.number({ place: i + 1 })}</span>
                  <span aria-hidden="true">{i + 1}</span>
                </span>
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2 break-words font-semibold">
                    {originOf(place, rides)}
                    {!isHidden(place) && <Badge tone="gray">{texts.map.notHidden}</Badge>}
                  </p>
                  <p className="text-muted text-sm">{list.since({ date: formatDate(place.createdAt) })}</p>
                </div>
              </div>
              <div className="flex gap-2">
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={list.showLabel({ place: i + 1 })}
                  onClick={() => onShow(place)}
                >
                  {list.show}
                </Button>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={list.removeLabel({ place: i + 1 })}
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
  return ride ? list.endOf({ ride: ride.title }) : list.end
}
