import { isArriving } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/entities/video.ts'
import { Badge } from '../../ui/badge.tsx'
import { staffStatuses, statusTones } from './rules.ts'

/** A video's status, in the words for riders, or for staff at their work. */
export const StatusBadge = ({ status, staff = false }: { status: Video['status']; staff?: boolean }) => (
  <Badge tone={statusTones[status]} live={isArriving(status)}>
    {(staff ? staffStatuses : texts.status)[status]}
  </Badge>
)
