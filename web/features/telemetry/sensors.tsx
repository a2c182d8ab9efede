import { Suspense, useState } from 'react'
import type { AddedRide, TelemetrySummary } from '#contract/analysis.ts'
import { texts } from '#texts/features/telemetry.ts'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/inputs/file-button.tsx'
import { part } from '../../ui/part/part.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { TelemetryChoice } from './add-telemetry.ts'
import { rideExtensions } from './read-telemetry.ts'
import { type PlacedVideo, placeOf } from './ride-place.ts'
import { describeStreams } from './rules.ts'

const PlaceRide = part(() => import('./place-ride.tsx'))

const hasPlaces = ({ fourcc }: TelemetrySummary['streams'][number]) => fourcc === 'GPS5' || fourcc === 'GPS9'

/** Which sensors rode along, from where, how they were laid on the video, and what is missing. */
export function Sensors({
  video,
  telemetry,
  choice,
  own,
}: {
  video: PlacedVideo
  telemetry: TelemetrySummary | null
  choice: TelemetryChoice
  /** only the rider adds and corrects */
  own: boolean
}) {
  const added = telemetry?.added
  const fromRide = new Set(added?.streams)
  const inVideo = telemetry?.streams.filter(({ fourcc }) => !fromRide.has(fourcc)) ?? []
  const { sensors } = texts
  const missing = !telemetry
    ? sensors.none
    : telemetry.streams.some(hasPlaces)
      ? null
      : sensors.noPlaces({ device: telemetry.device ?? sensors.thisVideo })
  return (
    <div className="space-y-3 text-sm">
      <h3 className="font-semibold">{sensors.title}</h3>
      {telemetry && (
        <dl className="divide-y divide-line border-line border-y">
          {(inVideo.length > 0 || telemetry.cameraTags > 0) && (
            <Source name={telemetry.device ?? sensors.camera} where={sensors.inVideo}>
              {describeStreams(inVideo)}
              {telemetry.cameraTags > 0 && <p>{texts.tags({ count: telemetry.cameraTags })}</p>}
            </Source>
          )}
          {added && (
            <Source
              name={added.device ?? sensors.ride}
              where={sensors.added({ format: added.format.toUpperCase() })}
            >
              {describeStreams(telemetry.streams.filter(({ fourcc }) => fromRide.has(fourcc)))}
              <p className="mt-1">{sensors.methods[added.method]}</p>
              <p className="numeric">
                {sensors.begins({ place: placeOf(added.offset, added.begins) })}
                {added.confidence !== null &&
                  ` · ${sensors.agreement({ share: formatPercent(added.confidence) })}`}
              </p>
              {own && <Correct video={video} added={added} pace={telemetry.pace ?? 1} />}
            </Source>
          )}
        </dl>
      )}
      {telemetry?.dropped ? (
        <p className="text-muted">{sensors.dropped({ count: telemetry.dropped })}</p>
      ) : null}
      {missing && <p className="text-muted">{missing}</p>}
      {own && <AddTelemetryCard choice={choice} />}
    </div>
  )
}

const Source = ({ name, where, children }: { name: string; where: string; children: React.ReactNode }) => (
  <div className="py-2.5">
    <dt className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-medium">{name}</span>
      <span className="text-muted text-xs">{where}</span>
    </dt>
    <dd className="mt-0.5 text-muted">{children}</dd>
  </div>
)

function Correct(place: { video: PlacedVideo; added: AddedRide; pace: number }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="mt-2">
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        {texts.place.open}
      </Button>
      {open && (
        <Suspense>
          <PlaceRide {...place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * For a compressed copy, or a ride that a watch, a bike computer or an app recorded: reads the file's sensor data here, shows
 * it, and sends it only if the rider agrees.
 */
function AddTelemetryCard({ choice: { reading, adding, otherDay } }: { choice: TelemetryChoice }) {
  const found = reading.data
  return (
    <div className="space-y-3 rounded-lg border border-line bg-surface p-4 text-sm">
      <p className="text-muted">{texts.why}</p>
      {reading.isPending && (
        <div role="status">
          <p className="mb-2 font-semibold">{texts.reading}</p>
          <Progress value={null} label={texts.reading} />
        </div>
      )}
      {reading.isError && (
        <Alert tone="danger" title={texts.unreadable}>
          {texts.unreadableText}
        </Alert>
      )}
      {found === null && (
        <Alert tone="warning" title={texts.nothing}>
          {texts.nothingText}
        </Alert>
      )}
      {found && (
        <div role="status" className="rounded-md bg-pine-tint px-3.5 py-3">
          <p className="font-semibold text-pine">
            {found.device ? texts.found({ device: found.device }) : texts.foundSensors}
          </p>
          <p className="mt-0.5">{describeStreams(found.streams)}</p>
          {found.cameraTags > 0 && <p>{texts.tags({ count: found.cameraTags })}</p>}
          <p className="numeric mt-1 text-muted">
            {texts.size({ kilobytes: formatNumber(Math.ceil(found.bytes.size / 1024)) })}
          </p>
        </div>
      )}
      {otherDay && (
        <Alert tone="warning" title={texts.otherDay}>
          {otherDay} {texts.otherDayText}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        {found && (
          <Button
            size="sm"
            busy={adding.isPending}
            onClick={() => adding.mutate({ bytes: found.bytes, anyway: otherDay !== null })}
          >
            {otherDay ? texts.sendAnyway : texts.send}
          </Button>
        )}
        <FileButton
          label={found === undefined ? texts.add : texts.other}
          accept={['video/*', '.mp4', '.mov', '.360', '.insv', ...rideExtensions].join(',')}
          disabled={reading.isPending || adding.isPending}
          className="whitespace-normal"
          onFile={reading.mutate}
        />
      </div>
    </div>
  )
}
