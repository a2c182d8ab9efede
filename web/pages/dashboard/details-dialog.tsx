import { useLocation } from 'wouter'
import { aiPanelPollMs } from '#contract/constants.ts'
import { videoPage } from '#contract/paths.ts'
import { isArriving } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/dashboard.ts'
import { LazyPlayer } from '../../entities/player/lazy-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { coverOf } from '../../entities/video/rules.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { RideTimeline } from '../../features/analysis/ride-timeline.tsx'
import CoverChoice from '../../features/covers/cover-choice.tsx'
import { PlatformGrid } from '../../features/publishing/platform-grid.tsx'
import { ActionBar } from '../../features/video-facts/action-bar.tsx'
import { Facts } from '../../features/video-facts/facts.tsx'
import RevenueCard from '../../features/video-facts/revenue-card.tsx'
import { Standing } from '../../features/video-facts/standing.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** One of the creator's videos: the picture and what to do with it, what its status means, what it earned, the facts. */
export default function DetailsDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const playback = usePlayback()
  const [, navigate] = useLocation()
  const poster = coverOf(video, 720)
  const playable = video.cfStreamId !== null && video.cfReadyToStream
  return (
    <Dialog open onClose={onClose} title={video.title}>
      <div className="space-y-6">
        <div>
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
          <div className="mt-3">
            <ActionBar
              video={video}
              own
              onMakeReel={() => navigate(`${videoPage(video.id)}?tab=details&reel=new`)}
            />
          </div>
          {playable && (
            <RideTimeline
              video={video}
              pollMs={aiPanelPollMs}
              expected={isArriving(video.status)}
              playback={playback}
            />
          )}
        </div>
        <Standing video={video} />
        {video.status === 'published' && <RevenueCard video={video} />}
        <PlatformGrid alone video={video} />
        <Facts video={video} />
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
