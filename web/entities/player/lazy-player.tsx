import { type ComponentProps, Suspense } from 'react'
import { part } from '../../ui/part/part.tsx'

const VideoPlayer = part(() => import('./video-player.tsx'))

/** The player, with its code fetched when first shown; its space is reserved meanwhile. */
export const LazyPlayer = (props: ComponentProps<typeof VideoPlayer>) => (
  <Suspense fallback={<div className="aspect-video w-full animate-wait rounded-lg bg-night" />}>
    <VideoPlayer {...props} />
  </Suspense>
)
