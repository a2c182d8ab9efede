import { aiPanelPollMs } from '#contract/constants.ts'
import { isArriving } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/analysis.ts'
import { Dialog } from '../../ui/dialog.tsx'
import AiWorkbench from './ai-workbench.tsx'

export default function AiDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  return (
    <Dialog open wide onClose={onClose} title={texts.dialogTitle({ title: video.title })}>
      <AiWorkbench video={video} pollMs={aiPanelPollMs} expected={isArriving(video.status)} />
    </Dialog>
  )
}
