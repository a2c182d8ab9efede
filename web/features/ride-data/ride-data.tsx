import { Near } from '../../ui/part/near.tsx'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { RideDataProps } from './ride-data-view.tsx'

const View = part(() => import('./ride-data-view.tsx'))

/** Plots and map of a ride under the playhead; code and data load once they are nearly visible. */
export const RideData = (props: RideDataProps) => (
  <Near waiting={<Skeleton className="h-96" />}>
    <View {...props} />
  </Near>
)
