import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import type { PrivatePlace } from '#contract/private-places.ts'
import type { View } from '#gauges/geometry.ts'
import { texts as rideTexts } from '../../../features/ride-data/texts.ts'
import { useSize } from '../../../features/ride-data/use-canvas.ts'
import { sentenceOf } from '../../../lib/calls/api.ts'
import { call, reading } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { viewerUnits } from '../../../lib/units.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/inputs/field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { circleReach, type Places, type Spot, viewAround, viewOfPlace } from './map-view.ts'
import { PlaceList } from './place-list.tsx'
import { PlacesMap } from './places-map.tsx'
import { texts } from './texts.ts'

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
      text={texts.add.text(rideTexts.distance(circleReach, viewerUnits()))}
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
      title={texts.removal.title(number)}
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
      <div className="flex flex-col gap-5">
        <p className="max-w-prose">{text}</p>
        {action.error && (
          <Alert tone="danger" title={failed}>
            {sentenceOf(action.error, texts.otherwise)}
          </Alert>
        )}
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={action.isPending}
            onClick={() => action.mutate()}
          >
            {yes}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
