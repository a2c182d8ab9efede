import { type ComponentProps, Suspense } from 'react'
import { cx } from '../../lib/cx.ts'
import { part } from '../../ui/part/part.tsx'

const VideoPlayer = part(() => import('./video-player.tsx'))

/** Of the bar under the picture, so that nothing moves when it appears. */
export const controlsHeight = 'h-[4.875rem] sm:h-[4.625rem]'

/** The player, with its code fetched when first shown; its space, bar included, is reserved meanwhile. */
export const LazyPlayer = (props: ComponentProps<typeof VideoPlayer>) => (
  <Suspense
    fallback={
      <div className={cx('w-full animate-wait rounded-lg bg-night', props.fill && 'h-full')}>
        {!props.fill && <div className="aspect-video max-h-[70svh]" />}
        {!props.fill && <div className={controlsHeight} />}
      </div>
    }
  >
    <VideoPlayer {...props} />
  </Suspense>
)
