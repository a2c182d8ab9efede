import { useState } from 'react'
import { isStaff } from '#contract/permissions.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/features/editor.ts'
import { LazyPlayer } from '../../entities/player/lazy-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { PublishingTab } from '../publishing/editor-tab.tsx'
import { AiTab } from './ai-tab.tsx'
import { ToolsTab } from './tools-tab.tsx'

/** The video editor for staff. */
export default function EditorDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const user = useUser()
  const [tab, setTab] = useState('preview')
  return (
    <Dialog open wide onClose={onClose} title={texts.title({ title: video.title })}>
      {isStaff(user.role) ? (
        <Tabs
          label={texts.label}
          value={tab}
          onChange={setTab}
          tight
          tabs={[
            { value: 'preview', label: texts.tabs.preview, content: <PreviewTab video={video} /> },
            { value: 'ai', label: texts.tabs.ai, content: <AiTab videoId={video.id} /> },
            { value: 'tools', label: texts.tabs.tools, content: <ToolsTab video={video} /> },
            { value: 'publishing', label: texts.tabs.publishing, content: <PublishingTab video={video} /> },
          ]}
        />
      ) : (
        <Alert tone="warning" title={texts.restricted.title}>
          {texts.restricted.text}
        </Alert>
      )}
    </Dialog>
  )
}

function PreviewTab({ video }: { video: Video }) {
  const playback = usePlayback()
  if (!video.cfStreamId || !video.cfReadyToStream)
    return (
      <div className="grid aspect-video place-items-center rounded-lg bg-sunken text-muted">
        {texts.notPlayable}
      </div>
    )
  return (
    <div className="mx-auto max-w-3xl">
      <LazyPlayer
        streamId={video.cfStreamId}
        title={video.title}
        duration={video.duration}
        playback={playback}
      />
    </div>
  )
}
