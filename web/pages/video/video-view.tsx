import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { aiPanelPollMs } from '#contract/constants.ts'
import { startOf } from '#contract/paths.ts'
import { isStaff } from '#contract/permissions.ts'
import { isArriving } from '#contract/video-statuses.ts'
import type { Video } from '#contract/videos.ts'
import { texts } from '#texts/pages/video.ts'
import type { Playback } from '../../entities/player/playback.ts'
import { PosterPlayer } from '../../entities/player/poster-player.tsx'
import { usePlayback } from '../../entities/player/use-playback.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { titleLook } from '../../entities/video/title-look.ts'
import { AiPanel } from '../../features/analysis/ai-panel.tsx'
import { RideTimeline } from '../../features/analysis/ride-timeline.tsx'
import { PlatformGrid } from '../../features/publishing/platform-grid.tsx'
import { Reels } from '../../features/reels/reels.tsx'
import { RideData } from '../../features/ride-data/ride-data.tsx'
import { ShareVideo } from '../../features/sharing/share-video.tsx'
import { Facts } from '../../features/video-facts/facts.tsx'
import { Standing } from '../../features/video-facts/standing.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Pencil } from '../../ui/icons/pencil.tsx'
import { Trash } from '../../ui/icons/trash.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dialogPart, part } from '../../ui/part/part.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Places } from './places.tsx'
import { posterOf } from './rules.ts'

const { picture } = texts

// Of a published video only.
const RevenueCard = part(() => import('../../features/video-facts/revenue-card.tsx'))
const CoverChoice = part(() => import('../../features/covers/cover-choice.tsx'))
const ClipsSection = part(() => import('./clips-section.tsx'))
const RecordingNotes = part(() => import('./recording-notes.tsx'))
const EditDialog = dialogPart(() => import('../../features/video-facts/edit-dialog.tsx'))
const DeleteDialog = dialogPart(() => import('./dialogs/delete-dialog.tsx'))

export function VideoView({ video }: { video: Video }) {
  const own = video.userId === useUser().id
  const playback = usePlaybackOfAddress(video)
  useSectionOfAddress()
  const expected = isArriving(video.status)
  const analyzed = video.status !== 'uploading' && video.status !== 'failed'
  const playable = Boolean(video.cfStreamId && video.cfReadyToStream)
  return (
    <Places
      title={<PageTitle title={video.title} className={titleLook} />}
      picture={
        video.status !== 'failed' && (
          <>
            <Picture video={video} playback={playback} />
            {analyzed && (
              <RideTimeline video={video} pollMs={aiPanelPollMs} expected={expected} playback={playback} />
            )}
          </>
        )
      }
      standing={
        <>
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0 flex-1 basis-64">
              <Standing video={video} own={own} />
            </div>
            <VideoActions video={video} own={own} />
          </div>
          {video.status !== 'failed' && (
            <div className="mt-4 space-y-3 empty:hidden">
              <Suspense>
                <RecordingNotes video={video} own={own} />
              </Suspense>
            </div>
          )}
        </>
      }
      panel={analyzed && <AiPanel {...{ video, own, expected, playback }} pollMs={aiPanelPollMs} />}
    >
      {analyzed && <RideData videoId={video.id} playback={playback} duration={video.duration} />}
      {analyzed && (
        <Suspense>
          <ClipsSection videoId={video.id} />
        </Suspense>
      )}
      {analyzed && playable && <Reels video={video} own={own} />}
      {video.status === 'published' && (
        <Suspense>
          <RevenueCard video={video} />
        </Suspense>
      )}
      {own && playable && <ShareVideo videoId={video.id} published={video.status === 'published'} />}
      <Section id="about" title={texts.about}>
        <div className="space-y-5">
          <Facts video={video} />
        </div>
      </Section>
      {playable && (
        <Section id="cover" title={texts.cover}>
          <Suspense fallback={<Skeleton className="h-36 sm:h-28" />}>
            <CoverChoice video={video} playback={playback} />
          </Suspense>
        </Section>
      )}
      {analyzed && <PlatformGrid video={video} />}
    </Places>
  )
}

/** Scrolls to the section in the address, as links in notifications and mails have one: a browser looks for it too early. */
function useSectionOfAddress(): void {
  useEffect(() => {
    const id = window.location.hash.slice(1)
    if (id) document.getElementById(id)?.scrollIntoView()
  }, [])
}

/** Playback that starts at the time in the address, and seeks when the address changes. */
function usePlaybackOfAddress(video: Video): Playback {
  const [search] = useSearchParams()
  const startAt = startOf(search.get('t'), video.duration)
  const playback = usePlayback(startAt)
  const shown = useRef(startAt)
  useEffect(() => {
    if (shown.current === startAt) return
    shown.current = startAt
    playback.seek(startAt)
  }, [playback, startAt])
  return playback
}

/** The player, or a placeholder while there is nothing to play. */
function Picture({ video, playback }: { video: Video; playback: Playback }) {
  const { status, cfStreamId } = video
  if (cfStreamId && video.cfReadyToStream)
    return (
      <PosterPlayer
        streamId={cfStreamId}
        title={video.title}
        duration={video.duration}
        playback={playback}
        poster={posterOf(video, cfStreamId, playback.startAt)}
      />
    )
  const coming = status === 'uploading' || status === 'processing'
  const words = coming ? picture[status] : picture.other
  return (
    <div className="relative max-w-4xl">
      <Thumbnail video={{ ...video, duration: 0 }} className="w-full rounded-lg" placeholder={false} />
      <div
        role="status"
        className="absolute inset-0 grid place-items-center rounded-lg bg-night p-5 text-center text-snow"
      >
        <div className="w-full max-w-64">
          <p className="font-semibold">{words}</p>
          {coming && (
            <div className="mt-3 rounded-full bg-snow/20">
              <Progress value={null} label={words} />
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

/** Actions on a video: its owner edits and deletes it, staff review it. */
function VideoActions({ video, own }: { video: Video; own: boolean }) {
  const { role } = useUser()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      {own && video.status === 'uploading' && (
        <Link href="/upload" className={buttonClass('primary', 'sm')}>
          {texts.resume}
        </Link>
      )}
      {own && video.status === 'failed' && (
        <Link href="/upload" className={buttonClass('primary', 'sm')}>
          {texts.uploadAgain}
        </Link>
      )}
      {isStaff(role) && video.aiProcessingStatus === 'completed' && (
        <Link href={`/admin/ai-highlights?video=${video.id}`} className={buttonClass('outline', 'sm')}>
          {texts.review}
        </Link>
      )}
      {own && (
        <>
          <Button variant="outline" size="sm" onClick={() => setOpen('edit')}>
            <Pencil aria-hidden="true" className="size-4" />
            {texts.edit}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setOpen('delete')}>
            <Trash aria-hidden="true" className="size-4" />
            {texts.remove}
          </Button>
        </>
      )}
      <Suspense>
        {open === 'edit' && <EditDialog video={video} onClose={close} />}
        {open === 'delete' && <DeleteDialog video={video} onClose={close} />}
      </Suspense>
    </div>
  )
}
