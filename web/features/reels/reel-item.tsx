import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { isStaff } from '#contract/permissions.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { unapprovedSharesPerDay } from '#contract/sharing/reasons.ts'
import { texts } from '#texts/features/reels.ts'
import { formatMegabytes } from '../../lib/bytes.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { cx } from '../../lib/cx.ts'
import { formatDate, formatLength } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Progress } from '../../ui/progress.tsx'
import ShareVideo from '../sharing/share-video.tsx'
import { isRendering, mayDecideQuery, musicQuery } from './calls.ts'
import { ReelVerdict } from './reel-verdict.tsx'

const { list: words, music: musicWords } = texts

const tones = { none: 'gray', waiting: 'orange', approved: 'blue', rejected: 'danger' } as const

const lengthOf = ({ clip, plan }: Reel): string =>
  formatLength(clip?.duration ?? plan.pieces.reduce((sum, { start, end }) => sum + end - start, 0))

/** One reel: its file once it is rendered, and what can be done with it: downloaded, shared, sent to review. */
export function ReelItem({
  videoId,
  reel,
  own,
  onEdit,
}: {
  videoId: string
  reel: Reel
  own: boolean
  onEdit: () => void
}) {
  const name = reel.plan.title || words.untitled
  const params = { id: videoId, reelId: reel.id }
  const refresh = [api.reels(videoId)]
  const rendering = useAction({
    mutationFn: () => call('renderReel', { params }),
    failed: { title: words.renderFailed, otherwise: texts.noConnection },
    refresh,
    refreshOn: 'settled',
  })
  const canceling = useAction({
    mutationFn: () => call('cancelReel', { params }),
    failed: { title: words.cancelFailed, otherwise: texts.noConnection },
    refresh,
    refreshOn: 'settled',
  })
  const { clip } = reel
  const underWay = isRendering(reel)
  const finished = clip?.status === 'ready' ? clip : null
  const [shared, setShared] = useState(false)
  const isWide = reel.plan.shape === 'wide'
  const needsRender = !underWay && (!clip || reel.changed || clip.status === 'failed')
  return (
    <li className={cx('flex flex-col gap-x-6 gap-y-3 py-4 last:pb-0', !isWide && 'sm:flex-row')}>
      {finished && (
        // biome-ignore lint/a11y/useMediaCaption: engines and wind; there is no speech to caption
        <video
          key={finished.id}
          src={finished.url}
          aria-label={words.watch({ name })}
          controls
          playsInline
          preload="metadata"
          className={cx('shrink-0 rounded-md bg-night object-contain', shapes[reel.plan.shape])}
        />
      )}
      <div className="min-w-0 flex-1 space-y-3">
        <Facts reel={reel} own={own} name={name} />
        {reel.ownMusic && <ReelMusic videoId={videoId} musicId={reel.ownMusic} />}
        {underWay && clip && (
          <div role="status" className="flex items-center gap-4">
            <div className="min-w-0 flex-1">
              <p className="mb-1.5 text-sm">{clip.status === 'rendering' ? words.rendering : words.queued}</p>
              <Progress value={clip.status === 'rendering' ? clip.progress : null} label={words.rendering} />
            </div>
            <Button variant="outline" size="sm" busy={canceling.isPending} onClick={() => canceling.mutate()}>
              {words.cancel}
            </Button>
          </div>
        )}
        {clip?.status === 'failed' && (
          <Alert tone="danger" title={words.renderFailed}>
            {clip.error}
          </Alert>
        )}
        <div className="flex flex-wrap gap-2">
          {finished && (
            <ButtonLink
              variant="outline"
              size="sm"
              href={finished.url}
              download={`${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}.mp4`}
            >
              {words.download}
              {finished.size !== null && (
                <span className="font-normal text-muted">{formatMegabytes(finished.size)}</span>
              )}
            </ButtonLink>
          )}
          {finished && own && !shared && (
            <Button variant="outline" size="sm" onClick={() => setShared(true)}>
              {words.share}
            </Button>
          )}
          {finished && <ReelVerdict videoId={videoId} reel={reel} clipId={finished.id} own={own} />}
          <div className="flex flex-wrap gap-2">
            {needsRender && (
              <Button
                variant="outline"
                size="sm"
                busy={rendering.isPending}
                aria-label={words.renderOf({ name })}
                onClick={() => rendering.mutate()}
              >
                {words.render}
              </Button>
            )}
            <Button variant="outline" size="sm" aria-label={words.editOf({ name })} onClick={onEdit}>
              {words.edit}
            </Button>
            <Remove videoId={videoId} reelId={reel.id} name={name} />
          </div>
        </div>
        {finished && shared && <ShareVideo videoId={videoId} clipId={finished.id} />}
      </div>
    </li>
  )
}

/** Small enough for its words and actions to be in view, beside it where there is room. */
const shapes = {
  upright: 'mx-auto aspect-9/16 w-60 sm:mx-0 sm:self-start',
  square: 'mx-auto aspect-square w-72 max-w-full sm:mx-0 sm:self-start',
  wide: 'aspect-video w-full',
}

/** Its name, what it is made of, and where it stands. */
const Facts = ({ reel, own, name }: { reel: Reel; own: boolean; name: string }) => (
  <div>
    <h3 className="break-words font-semibold leading-snug">{name}</h3>
    <p className="numeric mt-0.5 text-muted text-sm">
      {words.facts({
        pieces: reel.plan.pieces.length,
        length: lengthOf(reel),
        shape: texts.maker.shapes[reel.plan.shape],
      })}
    </p>
    <p className="mt-1 flex flex-wrap gap-2 text-sm empty:hidden">
      {own && reel.madeBy === 'staff' && <Badge tone="gray">{words.byStaff}</Badge>}
      {!reel.clip && <Badge tone="gray">{words.draft}</Badge>}
      {reel.changed && <Badge tone="yellow">{words.changed}</Badge>}
      {reel.verdict !== 'none' && <Badge tone={tones[reel.verdict]}>{words.verdicts[reel.verdict]}</Badge>}
    </p>
  </div>
)

function Remove({ videoId, reelId, name }: { videoId: string; reelId: string; name: string }) {
  const [open, setOpen] = useState(false)
  const removing = useAction({
    mutationFn: () => call('deleteReel', { params: { id: videoId, reelId } }),
    onDone: () => setOpen(false),
    failed: { title: words.removeFailed, otherwise: texts.noConnection },
    refresh: [api.reels(videoId)],
    // Deleted elsewhere, it leaves the list too.
    refreshOn: 'settled',
  })
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={words.removeOf({ name })} onClick={() => setOpen(true)}>
        {words.remove}
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={words.removeTitle}>
          <p className="mb-5">{words.removeText}</p>
          <DialogButtons
            label={words.removeYes}
            variant="danger"
            busy={removing.isPending}
            cancel={words.removeNo}
            onSend={() => removing.mutate()}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  )
}

/** The own music of a reel: what its maker confirmed, and whether staff allow it to be published. */
function ReelMusic({ videoId, musicId }: { videoId: string; musicId: string }) {
  const staff = isStaff(useUser().role)
  const { data } = useQuery(musicQuery(videoId))
  const { data: mayDecide = true } = useQuery({ ...mayDecideQuery(videoId), enabled: staff })
  const deciding = useAction({
    mutationFn: (allowed: boolean) =>
      call('decideMusic', { params: { id: videoId, musicId }, body: { allowed } }),
    done: ({ allowed }) => ({ title: allowed ? musicWords.nowAllowed : musicWords.nowDisallowed }),
    failed: { title: musicWords.decideFailed, otherwise: texts.noConnection },
    refresh: [api.musicFiles(videoId)],
    refreshOn: 'settled',
  })
  const music = data?.find(({ id }) => id === musicId)
  if (!music) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 rounded-lg border border-line p-4 text-sm">
      <div className="min-w-0 flex-1 basis-52">
        <p className="break-musicWords font-semibold">{musicWords.named({ name: music.name })}</p>
        <p className="text-muted">{musicWords.confirmed({ date: formatDate(music.confirmedAt) })}</p>
        <p className="mt-1">
          {music.allowed
            ? musicWords.allowed
            : staff && mayDecide
              ? musicWords.waitsForYou
              : musicWords.waits({ viewers: unapprovedSharesPerDay })}
        </p>
      </div>
      {staff && mayDecide && music.status === 'ready' && (
        <Button
          variant="outline"
          size="sm"
          busy={deciding.isPending}
          onClick={() => deciding.mutate(!music.allowed)}
        >
          {music.allowed ? musicWords.disallow : musicWords.allow}
        </Button>
      )}
    </div>
  )
}
