import { isArriving } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/entities/video.ts'
import { Badge } from '../../ui/badge.tsx'
import { statusTones } from './rules.ts'

export const StatusBadge = ({ status }: { status: Video['status'] }) => (
  <Badge tone={statusTones[status]} live={isArriving(status)}>
    {texts.status[status]}
  </Badge>
)
