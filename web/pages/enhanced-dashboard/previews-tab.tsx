import type { UseQueryResult } from '@tanstack/react-query'
import type { Video } from '#contract/videos.ts'
import { PreviewEntry } from './preview-entry.tsx'
import { VideoCollection } from './video-collection.tsx'

/** The library: every video with its player, its highlights and where it is published. */
export const PreviewsTab = ({
  videos,
  onEdit,
}: {
  videos: UseQueryResult<Video[]>
  onEdit: (video: Video) => void
}) => (
  <VideoCollection videos={videos} className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
    {video => <PreviewEntry video={video} onEdit={() => onEdit(video)} />}
  </VideoCollection>
)
