import { Suspense, useEffect, useState } from 'react'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/video/details.ts'
import type { Playback } from '../../entities/player/playback.ts'
import CoverChoice from '../../features/covers/cover-choice.tsx'
import { PlatformGrid } from '../../features/publishing/platform-grid.tsx'
import { Reels } from '../../features/reels/reels.tsx'
import { Facts } from '../../features/video-facts/facts.tsx'
import RevenueCard from '../../features/video-facts/revenue-card.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { ClipsSection } from './clips-section.tsx'

const DeleteDialog = dialogPart(() => import('./dialogs/delete-dialog.tsx'))

/** What there is of a video beside the ride itself: its reels, money, cover, posts, facts. */
export default function Details({
  video,
  own,
  playback,
  making,
  onMade,
}: {
  video: Video
  own: boolean
  playback: Playback
  /** the reel maker was asked for elsewhere on the page */
  making: boolean
  /** the reel maker was closed */
  onMade: () => void
}) {
  const [deleting, setDeleting] = useState(false)
  useSectionOfAddress()
  const analyzed = video.status !== 'uploading' && video.status !== 'failed'
  const playable = Boolean(video.cfStreamId && video.cfReadyToStream)
  return (
    <div className="space-y-6">
      {analyzed && playable && <Reels {...{ video, own, making, onMade }} />}
      {analyzed && <ClipsSection videoId={video.id} />}
      {video.status === 'published' && <RevenueCard video={video} />}
      {playable && (
        <Section id="cover" title={texts.cover}>
          <CoverChoice video={video} playback={playback} />
        </Section>
      )}
      {analyzed && <PlatformGrid alone video={video} />}
      <Section
        id="about"
        title={texts.about}
        action={
          own && (
            <Button variant="quiet" size="sm" onClick={() => setDeleting(true)}>
              {texts.remove}
            </Button>
          )
        }
      >
        <div className="space-y-5">
          <Facts video={video} />
        </div>
      </Section>
      <Suspense>{deleting && <DeleteDialog video={video} onClose={() => setDeleting(false)} />}</Suspense>
    </div>
  )
}

/** Scrolls to the section in the address, as links in notifications and mails have one: a browser looks for it too early. */
function useSectionOfAddress(): void {
  useEffect(() => {
    const id = window.location.hash.slice(1)
    if (id) document.getElementById(id)?.scrollIntoView()
  }, [])
}
