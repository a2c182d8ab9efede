import { aiPanelPollMs } from '#contract/constants.ts'
import { isArriving } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { Dialog } from '../../ui/dialog.tsx'
import AiWorkbench from './ai-workbench.tsx'
import { texts } from './texts.ts'

export default function AiDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  return (
    <Dialog open wide onClose={onClose} title={texts.dialogTitle(video.title)}>
      <AiWorkbench video={video} pollMs={aiPanelPollMs} expected={isArriving(video.status)} />
    </Dialog>
  )
}
