import type { Video } from '#contract/videos.ts'
import { texts as videoTexts } from '#texts/entities/video.ts'
import { texts } from '#texts/features/video-facts.ts'
import { formatDate, formatLength } from '../../lib/format.ts'

function durationOf(video: Video): string {
  if (video.duration > 0) return formatLength(video.duration)
  return video.status === 'failed' ? texts.durationNever : texts.durationUnknown
}

/** Length, dates and kind of a video, then its description. */
export function Facts({ video }: { video: Video }) {
  const facts = [
    [texts.duration, durationOf(video)],
    [texts.uploaded, formatDate(video.createdAt)],
    [texts.category, videoTexts.categories[video.category]],
    ...(video.publishedAt ? [[texts.published, formatDate(video.publishedAt)]] : []),
  ] as const
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="numeric mt-0.5 font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {video.description && (
        <div className="text-sm">
          <h3 className="text-muted">{texts.description}</h3>
          <p className="mt-0.5 whitespace-pre-line break-words">{video.description}</p>
        </div>
      )}
    </>
  )
}
