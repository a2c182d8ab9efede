import { mayHaveChapters } from '#contract/chapters/names.ts'
import type { Video } from '#contract/videos.ts'
import Chapters from '../../features/chapters/chapters.tsx'
import { SameRide } from '../../features/same-ride/same-ride.tsx'

/** What else there is of a video's recording: its other chapters, and earlier uploads. */
export default function RecordingNotes({ video, own }: { video: Video; own: boolean }) {
  return (
    <>
      {mayHaveChapters(video.fileName) && <Chapters videoId={video.id} own={own} />}
      <SameRide videoId={video.id} analyzed={video.aiProcessingStatus === 'completed'} own={own} />
    </>
  )
}
