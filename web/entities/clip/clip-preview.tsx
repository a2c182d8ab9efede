import { Suspense } from 'react'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ClipPreviewProps } from './clip-preview-view.tsx'

const View = part(() => import('./clip-preview-view.tsx'))

/**
 * A highlight or a reel as the file that will be published: rendered on request, played where it stands, and
 * there to be downloaded, wide or upright, with gauges or without. Its code comes with the first one that is opened.
 */
export const ClipPreview = (props: ClipPreviewProps) => (
  <Suspense fallback={<Skeleton className="aspect-video" />}>
    <View {...props} />
  </Suspense>
)
