import { useRoute } from 'wouter'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/pages/shared.ts'
import { EmbedFrame, EmbedNotice } from '../../features/sharing/embed.tsx'
import { SharedLoaded, SharedPlayer } from './shared-player.tsx'

/** Only the player of a share link, for other sites' frames. `?t=` is the second it starts at. */
export default function SharedEmbedPage() {
  const [, params] = useRoute('/s/:shareToken/embed')
  const shareToken = params?.shareToken ?? ''
  return (
    <main data-bare className="grid h-svh bg-night text-snow">
      <SharedLoaded
        shareToken={shareToken}
        gone={<EmbedNotice {...texts.gone} />}
        full={<EmbedNotice {...texts.full} />}
      >
        {shared => (
          <EmbedFrame title={shared.title} href={api.sharePage(shareToken)}>
            <SharedPlayer fill shareToken={shareToken} shared={shared} />
          </EmbedFrame>
        )}
      </SharedLoaded>
    </main>
  )
}
