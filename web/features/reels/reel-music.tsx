import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { isStaff } from '#contract/permissions.ts'
import { unapprovedSharesPerDay } from '#contract/sharing/reasons.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { mayDecideQuery, musicQuery } from './calls.ts'
import { texts } from './texts.ts'

const { music: words } = texts

/** The own music of a reel: what its maker confirmed, and whether staff allow it to be published. */
export function ReelMusic({ videoId, musicId }: { videoId: string; musicId: string }) {
  const staff = isStaff(useUser().role)
  const { data } = useQuery(musicQuery(videoId))
  const { data: mayDecide = true } = useQuery({ ...mayDecideQuery(videoId), enabled: staff })
  const deciding = useAction({
    mutationFn: (allowed: boolean) =>
      call('decideMusic', { params: { id: videoId, musicId }, body: { allowed } }),
    done: ({ allowed }) => ({ title: allowed ? words.nowAllowed : words.nowDisallowed }),
    failed: { title: words.decideFailed, otherwise: texts.noConnection },
    refresh: [api.musicFiles(videoId)],
    refreshOn: 'settled',
  })
  const music = data?.find(({ id }) => id === musicId)
  if (!music) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 rounded-lg border border-line p-4 text-sm">
      <div className="min-w-0 flex-1 basis-52">
        <p className="break-words font-semibold">{words.named(music.name)}</p>
        <p className="text-muted">{words.confirmed(formatDate(music.confirmedAt))}</p>
        <p className="mt-1">
          {music.allowed
            ? words.allowed
            : staff && mayDecide
              ? words.waitsForYou
              : words.waits(unapprovedSharesPerDay)}
        </p>
      </div>
      {staff && mayDecide && music.status === 'ready' && (
        <Button
          variant="outline"
          size="sm"
          busy={deciding.isPending}
          onClick={() => deciding.mutate(!music.allowed)}
        >
          {music.allowed ? words.disallow : words.allow}
        </Button>
      )}
    </div>
  )
}
