import { useEffect } from 'react'
import { brand } from '#contract/brand.ts'
import { useOnline } from '../lib/online.ts'
import { Button } from '../ui/button.tsx'

/** No answer at all to the first question: neither signed in nor out can be shown. Asked again with a new line. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <main className="grid min-h-svh place-items-center px-5 text-center">
      <div>
        <h1 className="heading text-[2.25rem]">
          {online ? `${brand} cannot be reached` : 'You are offline'}
        </h1>
        <p className="mt-2 text-muted">
          {online
            ? 'The server does not answer. It may be restarting.'
            : `${brand} opens by itself when the line is back. An interrupted upload is kept.`}
        </p>
        <Button className="mt-6" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </main>
  )
}
