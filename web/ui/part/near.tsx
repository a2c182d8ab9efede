import { type ReactNode, Suspense } from 'react'
import { useSeen } from '../../lib/use-seen.ts'

/** Pixels: what comes into view next is there in time. */
const ahead = 200

/**
 * Shows its children once their place is nearly in view, so that their code loads only then.
 * @param waiting keeps the place until they are there
 */
export function Near({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [ref, seen] = useSeen<HTMLDivElement>(0, ahead)
  return <div ref={ref}>{seen ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</div>
}
