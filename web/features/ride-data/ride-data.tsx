import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { RideDataProps } from './ride-data-view.tsx'

const View = lazy(() => import('./ride-data-view.tsx'))

/** Plots and map of a ride under the playhead, their code fetched when they are first shown. */
export const RideData = (props: RideDataProps) => (
  <Suspense fallback={<Skeleton className="h-96" />}>
    <View {...props} />
  </Suspense>
)
