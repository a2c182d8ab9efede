import { useRoute } from 'wouter'
import { brand } from '#contract/brand.ts'
import { texts } from '#texts/entities/player.ts'
import { usePlayback } from '../../entities/player/use-playback.ts'
import VideoPlayer from '../../entities/player/video-player.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

/** The video host's page of one stream: only the player, for 'Open Stream' and for other sites' frames. */
export default function EmbedPage() {
  const [, params] = useRoute('/stream/:streamId/iframe')
  const playback = usePlayback()
  return (
    <main data-bare className="grid h-svh bg-night">
      <PageTitle
        title={texts.embedTitle}
        windowTitle={`${texts.embedTitle} · ${brand}`}
        className="sr-only"
      />
      {params && (
        <VideoPlayer
          fill
          streamId={params.streamId}
          title={texts.embedTitle}
          duration={0}
          playback={playback}
        />
      )}
    </main>
  )
}
