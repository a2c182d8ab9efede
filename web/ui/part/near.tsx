import { type ReactNode, Suspense } from 'react'
import { useSeen } from '../../lib/use-seen.ts'

/** Pixels: what comes into view next is there in time. */
const ahead = 200

/**
 * Shows its children once their place is nearly in view, so that their code loads only then.
 * @param now they are needed before that
 * @param waiting keeps the place until they are there
 */
export function Near({
  now = false,
  waiting,
  children,
}: {
  now?: boolean
  waiting: ReactNode
  children: ReactNode
}) {
  const [ref, seen] = useSeen<HTMLDivElement>(0, ahead)
  return <div ref={ref}>{seen || now ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</div>
}
