import { queryOptions } from '@tanstack/react-query'
import { texts } from '#texts/features/activity.ts'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { ActivityList } from './activity-list.tsx'

const historyQuery = (id: string) =>
  queryOptions({ ...reading('videoHistory', { params: { id }, query: { limit: 200 } }), ...fresh })

/** Everything staff did to a video, newest first. */
export const VideoHistory = ({ videoId }: { videoId: string }) => (
  <ActivityList query={historyQuery(videoId)} none={texts.video.none} failed={texts.video.failed} />
)
