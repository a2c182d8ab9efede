import { useBackOnline, useOnline } from '../lib/online.ts'
import { Button } from '../ui/button.tsx'
import { texts } from './texts.ts'

/**
 * Shown when the first request gets no answer, so neither the signed-in nor the signed-out page can be. Retries when
 * the browser is back online.
 */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  useBackOnline(onRetry)
  return (
    <main className="grid min-h-svh place-items-center px-5 text-center">
      <div>
        <h1 className="heading text-[2.25rem]">
          {online ? texts.unreachable.title : texts.unreachable.offlineTitle}
        </h1>
        <p className="mt-2 text-muted">{online ? texts.unreachable.text : texts.unreachable.offlineText}</p>
        <Button className="mt-6" onClick={onRetry}>
          {texts.unreachable.retry}
        </Button>
      </div>
    </main>
  )
}
