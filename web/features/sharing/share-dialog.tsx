import { texts } from '#texts/features/sharing.ts'
import { Dialog } from '../../ui/dialog.tsx'
import ShareVideo from './share-video.tsx'

/** Shares one's own video: two presses from its page to the copied link. */
export default function ShareDialog({
  onClose,
  ...video
}: {
  videoId: string
  title: string
  published: boolean
  onClose: () => void
}) {
  return (
    <Dialog open onClose={onClose} title={texts.share}>
      <ShareVideo {...video} />
    </Dialog>
  )
}
