import { useIsFetching, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { api } from '#contract/paths.ts'
import type { ShareLink } from '#contract/sharing/schemas.ts'
import { texts } from '#texts/features/sharing.ts'
import { ApiError } from '../../lib/calls/api.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { part } from '../../ui/part/part.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { ConfirmAddress } from '../accounts/confirm-address.tsx'
import { ShareActions } from './share-actions.tsx'

const QrCode = part(() => import('../../ui/qr/qr-code.tsx'))

/**
 * Turns the share link of one's own video on and off, and shares it: copy, the phone's share sheet, a QR code. @param
 * clipId the link of one rendered clip instead of the whole video
 */
export default function ShareVideo({
  videoId,
  title,
  clipId = null,
  published = false,
}: {
  videoId: string
  /** of the whole video, for the phone's share sheet */
  title?: string
  clipId?: string | null
  /** anyone may already watch it */
  published?: boolean
}) {
  const query = useQuery({ ...reading('shareLinks', { params: { id: videoId } }), ...fresh })
  // A failed video has nothing to share.
  if (query.error instanceof ApiError && query.error.status === 404) return null
  return (
    <Loaded
      query={query}
      skeleton={<Waiting label={texts.loading} rows={['h-24']} />}
      failed={retry => (
        <Alert
          tone="danger"
          title={texts.failed}
          action={
            <Button variant="outline" size="sm" onClick={retry}>
              {texts.retry}
            </Button>
          }
        />
      )}
    >
      {({ page, links, refused, viewsPerDay }) => (
        <ShareCard
          videoId={videoId}
          title={title}
          clipId={clipId}
          published={published}
          link={links.find(link => link.clipId === clipId)}
          refused={refused}
          viewsPerDay={viewsPerDay}
          page={clipId ? null : page}
        />
      )}
    </Loaded>
  )
}

function ShareCard({
  videoId,
  title,
  clipId,
  published,
  link,
  refused,
  viewsPerDay,
  page,
}: {
  videoId: string
  title: string | undefined
  clipId: string | null
  published: boolean
  link: ShareLink | undefined
  refused: string | null
  viewsPerDay: number | null
  /** of the published video, with how many people watched it there */
  page: { url: string; views: number } | null
}) {
  const path = api.shareLinks(videoId)
  const on = useAction({
    mutationFn: () => call('shareOn', { params: { id: videoId }, body: { clipId } }),
    failed: { title: texts.onFailed, otherwise: texts.noConnection },
    refresh: [path],
    refreshOn: 'settled',
  })
  const off = useAction({
    mutationFn: (linkId: string) => call('shareOff', { params: { id: videoId, linkId } }),
    done: texts.offDone,
    failed: { title: texts.offFailed, otherwise: texts.noConnection },
    refresh: [path],
    refreshOn: 'settled',
  })
  const fetching = useIsFetching({ queryKey: [path] }) > 0
  const busy = on.isPending || off.isPending || fetching
  const state = link
    ? texts.on
    : (refused ?? (published ? texts.offPublished : clipId ? texts.offClip : texts.off))
  return (
    <div className="rounded-lg border border-line bg-surface px-5 py-4">
      {page && (
        <div className="mb-4 border-line border-b pb-4">
          <h3 className="heading text-[1.25rem]">{texts.page}</h3>
          <p className="mt-0.5 text-muted text-sm">{texts.pageText}</p>
          <HandOn
            url={page.url}
            label={texts.pageLink}
            note={`${texts.pageSeen({ count: page.views })} ${texts.noEarnings}`}
          />
        </div>
      )}
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="heading text-[1.25rem]">{clipId ? texts.titleClip : texts.title}</h3>
          <p className="mt-0.5 text-muted text-sm">{state}</p>
          {refused !== null && <ConfirmAddress saysWhat />}
        </div>
        <Switch
          aria-label={clipId ? texts.switchClip : texts.switch}
          checked={link !== undefined}
          disabled={busy || (!link && refused !== null)}
          onChange={() => (link ? off.mutate(link.id) : on.mutate())}
        />
      </div>
      {(link || (title !== undefined && refused === null)) && (
        <HandOn
          url={link?.url ?? null}
          label={texts.link}
          press={title !== undefined && <ShareActions videoId={videoId} title={title} />}
          note={
            link &&
            `${texts.seen({ count: link.views })} ${texts.noEarnings} ${viewsPerDay === null ? '' : texts.limit({ count: viewsPerDay })}`
          }
        />
      )}
    </div>
  )
}

/** An address, and the ways to share it. */
function HandOn({
  url,
  label,
  note,
  press,
}: {
  /** null while the link is off, which a press turns on */
  url: string | null
  label: string
  note: string | undefined
  /** copies or shares, if the address may be off */
  press?: ReactNode
}) {
  const [code, setCode] = useState(false)
  const hydrated = useHydrated()
  return (
    <div className="mt-4 space-y-3">
      {url !== null && (
        <TextField
          label={label}
          labelHidden
          readOnly
          value={url}
          className="text-sm"
          onFocus={event => event.target.select()}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {press}
        {!press && url !== null && (
          <>
            <CopyButton key={url} text={url} label={texts.copy} done={texts.copied} />
            {hydrated && 'share' in navigator && (
              // Closing the phone's share sheet is a choice, not a failure.
              <Button
                variant="outline"
                size="sm"
                onClick={() => void navigator.share({ url }).catch(() => undefined)}
              >
                {texts.share}
              </Button>
            )}
          </>
        )}
        {url !== null && (
          <Button variant="outline" size="sm" aria-expanded={code} onClick={() => setCode(!code)}>
            {code ? texts.hideCode : texts.showCode}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 empty:hidden">
        {code && url !== null && (
          <Suspense>
            <QrCode text={url} label={texts.code} />
          </Suspense>
        )}
        {note && <p className="min-w-0 flex-1 basis-56 text-muted text-sm">{note}</p>}
      </div>
    </div>
  )
}
