import { type ComponentProps, lazy, Suspense } from 'react'

const VideoPlayer = lazy(() => import('./video-player.tsx'))

/** The player, its code fetched when it is first shown; its place is kept meanwhile. */
export const LazyPlayer = (props: ComponentProps<typeof VideoPlayer>) => (
  <Suspense fallback={<div className="aspect-video w-full animate-wait rounded-lg bg-night" />}>
    <VideoPlayer {...props} />
  </Suspense>
)
