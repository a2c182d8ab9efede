import { api } from '#contract/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { texts } from './texts.ts'

/** Shown when a stream can't be played here: names it, reloads it, or opens its own page. */
export function PlaceholderPlayer({
  streamId,
  message,
  onRetry,
}: {
  streamId: string
  message: string
  onRetry: () => void
}) {
  return (
    <div
      role="alert"
      className="grid aspect-video w-full place-items-center rounded-lg bg-night p-5 text-center text-snow"
    >
      <div className="min-w-0 max-w-full">
        <p className="font-semibold text-lg">{message}</p>
        <p className="mt-1 break-all text-sm text-snow/75">
          {texts.streamId} {streamId}
        </p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <Button size="sm" onClick={onRetry}>
            {texts.retryLoad}
          </Button>
          <ButtonLink variant="outline" size="sm" href={api.embed(streamId)} target="_blank" rel="noreferrer">
            {texts.openStream}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
