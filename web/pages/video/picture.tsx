import type { Video } from '#contract/videos.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { PosterPlayer } from '../../entities/player/poster-player.tsx'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { Progress } from '../../ui/progress.tsx'
import { posterOf } from './rules.ts'
import { texts } from './texts.ts'

const { picture } = texts

/** The player, or a placeholder while there is nothing to play. */
export function Picture({ video, playback }: { video: Video; playback: Playback }) {
  const { status, cfStreamId } = video
  if (cfStreamId && video.cfReadyToStream)
    return (
      <PosterPlayer
        streamId={cfStreamId}
        title={video.title}
        duration={video.duration}
        playback={playback}
        poster={posterOf(video, cfStreamId, playback.startAt)}
      />
    )
  const coming = status === 'uploading' || status === 'processing'
  const words = coming ? picture[status] : picture.other
  return (
    <div className="relative max-w-4xl">
      <Thumbnail video={{ ...video, duration: 0 }} className="w-full rounded-lg" placeholder={false} />
      <div
        role="status"
        className="absolute inset-0 grid place-items-center rounded-lg bg-night p-5 text-center text-snow"
      >
        <div className="w-full max-w-64">
          <p className="font-semibold">{words}</p>
          {coming && (
            <div className="mt-3 rounded-full bg-snow/20">
              <Progress value={null} label={words} />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
