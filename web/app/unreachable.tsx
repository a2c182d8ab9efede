import { brand } from '#contract/brand.ts'
import { Button } from '../ui/button.tsx'

/** No answer at all to the first question: neither signed in nor out can be shown. */
export const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <main className="grid min-h-svh place-items-center px-5 text-center">
    <div>
      <h1 className="heading text-[2.25rem]">{brand} cannot be reached</h1>
      <p className="mt-2 text-muted">You seem to be offline, or the server is restarting.</p>
      <Button className="mt-6" onClick={onRetry}>
        Try again
      </Button>
    </div>
  </main>
)
