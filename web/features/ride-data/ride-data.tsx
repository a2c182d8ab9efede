import { Suspense } from 'react'
import { useSeen } from '../../lib/use-seen.ts'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { RideDataProps } from './ride-data-view.tsx'

const View = part(() => import('./ride-data-view.tsx'))

/** Pixels: what comes into view next is there in time. */
const ahead = 200

/** Plots and map of a ride under the playhead; code and data load once they are nearly visible. */
export function RideData(props: RideDataProps) {
  const [ref, seen] = useSeen<HTMLDivElement>(0, ahead)
  const waiting = <Skeleton className="h-96" />
  return (
    <div ref={ref}>
      {seen ? (
        <Suspense fallback={waiting}>
          <View {...props} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}
