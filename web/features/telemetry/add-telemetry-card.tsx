import { useId } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { TelemetryChoice } from './add-telemetry.ts'
import { describeStreams } from './rules.ts'
import { texts } from './texts.ts'

/** For a compressed copy: its original's sensors, read here, shown, and sent only when its rider says so. */
export function AddTelemetryCard({ choice: { reading, adding } }: { choice: TelemetryChoice }) {
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
            {texts.size(formatNumber(Math.ceil(found.excerpt.size / 1024)))}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {found && (
          <Button size="sm" busy={adding.isPending} onClick={() => adding.mutate(found.excerpt)}>
            {texts.send}
          </Button>
        )}
        <ChooseOriginal
          label={found === undefined ? texts.add : texts.other}
          disabled={reading.isPending || adding.isPending}
          onFile={reading.mutate}
        />
      </div>
    </div>
  )
}

function ChooseOriginal({
  label,
  disabled,
  onFile,
}: {
  label: string
  disabled: boolean
  onFile: (file: File) => void
}) {
  const id = useId()
  return (
    <span className="inline-flex max-w-full">
      <input
        id={id}
        type="file"
        accept="video/*,.mp4,.mov,.360"
        disabled={disabled}
        className="peer sr-only"
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className={buttonClass(
          'outline',
          'sm',
          'cursor-pointer whitespace-normal peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2 peer-disabled:opacity-65',
        )}
      >
        {label}
      </label>
    </span>
  )
}
