import { formatNumber } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/inputs/file-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { TelemetryChoice } from './add-telemetry.ts'
import { rideExtensions } from './read-telemetry.ts'
import { describeStreams } from './rules.ts'
import { texts } from './texts.ts'

/**
 * For a compressed copy, or a ride that a watch, a bike computer or an app recorded: reads the file's sensor data here, shows
 * it, and sends it only if the rider agrees.
 */
export function AddTelemetryCard({ choice: { reading, adding, otherDay } }: { choice: TelemetryChoice }) {
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
          <p className="font-semibold text-pine">{texts.found(found.device)}</p>
          <p className="mt-0.5">{describeStreams(found.streams)}</p>
          {found.cameraTags > 0 && <p>{texts.tags(found.cameraTags)}</p>}
          <p className="numeric mt-1 text-muted">
            {texts.size(formatNumber(Math.ceil(found.bytes.size / 1024)))}
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
