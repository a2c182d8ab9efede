import { useState } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/entities/video.ts'
import { cx } from '../../lib/cx.ts'
import { formatLength } from '../../lib/format.ts'

/** A video's cover with its length, or a placeholder until there is one. */
export function Thumbnail({
  video,
  className,
  placeholder = true,
}: {
  video: Pick<Video, 'thumbnailUrl' | 'duration'>
  className?: string
  /** false if something else is shown on top of it */
  placeholder?: boolean
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const url = video.thumbnailUrl === failed ? null : video.thumbnailUrl
  return (
    <div className={cx('relative aspect-video shrink-0 overflow-hidden rounded-md bg-sunken', className)}>
      {url ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setFailed(url)}
        />
      ) : (
        <span className="absolute inset-0 grid place-items-center px-1 text-center text-muted text-xs">
          {placeholder && texts.noPicture}
        </span>
      )}
      {video.duration > 0 && (
        <span className="numeric absolute right-1 bottom-1 rounded-[4px] bg-night/82 px-1 font-semibold text-[0.6875rem] text-snow leading-4">
          {formatLength(video.duration)}
        </span>
      )}
    </div>
  )
}
