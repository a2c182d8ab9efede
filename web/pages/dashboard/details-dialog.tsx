import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/dashboard.ts'
import { LazyPlayer } from '../../entities/player/lazy-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { coverOf } from '../../entities/video/rules.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import CoverChoice from '../../features/covers/cover-choice.tsx'
import { PlatformGrid } from '../../features/publishing/platform-grid.tsx'
import ShareVideo from '../../features/sharing/share-video.tsx'
import { Facts } from '../../features/video-facts/facts.tsx'
import RevenueCard from '../../features/video-facts/revenue-card.tsx'
import { Standing } from '../../features/video-facts/standing.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** One of the creator's videos: the picture, the facts, what its status means, what it earned. */
export default function DetailsDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const playback = usePlayback()
  const poster = coverOf(video, 720)
  const playable = video.cfStreamId !== null && video.cfReadyToStream
  return (
    <Dialog open onClose={onClose} title={video.title}>
      <div className="space-y-6">
        {video.cfStreamId && playable ? (
          <LazyPlayer
            streamId={video.cfStreamId}
            title={video.title}
            duration={video.duration}
            playback={playback}
            {...(poster ? { poster } : {})}
          />
        ) : (
          <Thumbnail video={video} className="w-full rounded-lg" />
        )}
        <Standing video={video} />
        {video.status === 'published' && <RevenueCard video={video} />}
        <PlatformGrid video={video} />
        <Facts video={video} />
        {playable && (
          <ShareVideo videoId={video.id} title={video.title} published={video.status === 'published'} />
        )}
        {playable && (
          <section aria-labelledby="details-cover">
            <h3 id="details-cover" className="heading mb-3 text-lg">
              {texts.details.cover}
            </h3>
            <CoverChoice video={video} playback={playback} />
          </section>
        )}
      </div>
    </Dialog>
  )
}
