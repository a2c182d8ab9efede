import { captionText } from '#contract/platforms/caption.ts'
import { factsOf, type Platform, platformNames } from '#contract/publishing/constants.ts'
import type { PlatformMetadata } from '#contract/publishing/publications.ts'
import { texts as words } from '#texts/features/publishing/preview.ts'

/**
 * A post as its platform shows it in a feed: whole videos wide with the texts below, short ones upright with the
 * texts on the picture, each cut to as many lines. @param cover address of the video's thumbnail, if there is one
 */
export function PostPreview({
  platform,
  channel,
  cover,
  metadata: { title, description = '', tags = [] },
}: {
  platform: Platform
  channel: string
  cover: string | null
  metadata: PlatformMetadata
}) {
  const { wholeVideo, style } = factsOf(platform)
  const text = style === 'caption' ? captionText({ title, description, hashtags: tags }) : title
  const picture = cover && <img src={cover} alt="" className="absolute inset-0 size-full object-cover" />
  return (
    <figure className={wholeVideo ? 'w-full max-w-72' : 'w-32'}>
      <figcaption className="mb-1.5 text-muted text-xs">
        {words.asOn({ platform: platformNames[platform] })}
      </figcaption>
      {wholeVideo ? (
        <div>
          <div className="relative aspect-video overflow-hidden rounded-lg bg-sunken">{picture}</div>
          <p className="mt-2 line-clamp-2 break-words font-semibold leading-snug">{text}</p>
          <p className="mt-0.5 text-muted text-sm">{channel}</p>
          <p className="mt-0.5 line-clamp-2 break-words text-muted text-sm">{description}</p>
        </div>
      ) : (
        <div className="relative aspect-9/16 overflow-hidden rounded-lg bg-night text-snow">
          {picture}
          <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-night/90 via-night/75 px-2.5 pt-8 pb-2.5">
            <p className="truncate font-semibold text-sm">{channel}</p>
            <p className="line-clamp-3 whitespace-pre-line break-words text-xs leading-snug">{text}</p>
          </div>
        </div>
      )}
    </figure>
  )
}
