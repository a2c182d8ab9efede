import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { api } from '#contract/paths.ts'
import type { ReportedLink, ShareDecision } from '#contract/sharing/schemas.ts'
import { texts as reporting } from '#texts/features/sharing/report.ts'
import { texts } from '#texts/pages/share-reports.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoment, formatViews } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Waiting } from '../../ui/skeleton.tsx'

/** Reports about shared videos, and the decisions about them. */
export default function ShareReportsPage() {
  const { role } = useUser()
  const [search, setSearch] = useSearchParams()
  const open = search.get('undecided') === 'true'
  const query = useQuery({
    ...reading('shareReports', open ? { query: { undecided: 'true' } } : {}),
    ...fresh,
  })
  return (
    <div className="page max-w-4xl py-7 sm:py-10">
      {role === 'admin' && (
        <Link href="/admin" className="rounded-sm py-1 font-semibold text-muted text-sm hover:text-ink">
          ← {texts.back}
        </Link>
      )}
      <PageTitle title={texts.title} />
      <p className="mt-1 mb-5 max-w-prose text-muted">{texts.explain}</p>
      <div className="mb-4">
        <Segments
          label={texts.show}
          value={open ? 'open' : 'all'}
          options={(['open', 'all'] as const).map(value => ({ value, label: texts.shown[value] }))}
          onChange={value => setSearch(value === 'open' ? { undecided: 'true' } : {}, { replace: true })}
        />
      </div>
      <Loaded
        query={query}
        skeleton={<Waiting label={texts.loading} rows={['h-40', 'h-40']} />}
        failed={texts.failed}
        empty={<EmptyState title={open ? texts.noneOpen : texts.none}>{texts.noneText}</EmptyState>}
      >
        {links => (
          <ul className="space-y-4">
            {links.map(link => (
              <li key={link.linkId}>
                <Reported link={link} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

function stateOf(link: ReportedLink) {
  if (link.takenDown) return <Badge tone="danger">{texts.takenDown}</Badge>
  if (link.open) return <Badge tone="orange">{texts.waiting}</Badge>
  return <Badge tone="gray">{link.url ? texts.kept : texts.off}</Badge>
}

function Reported({ link }: { link: ReportedLink }) {
  const deciding = useAction({
    mutationFn: (decision: ShareDecision) =>
      call('decideShareReport', { params: { linkId: link.linkId }, body: { decision } }),
    done: (_answer, decision) => texts.done[decision],
    failed: { title: texts.decideFailed, otherwise: texts.noConnection },
    refresh: [api.shareReports, api.adminStats],
    refreshOn: 'settled',
  })
  const decisions: ShareDecision[] = link.takenDown
    ? ['allow_again']
    : link.open
      ? ['take_down', 'keep']
      : ['take_down']
  return (
    <article className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="heading break-words text-[1.375rem]">{link.title}</h2>
          <p className="numeric text-muted text-sm">
            {link.kind === 'clip' && `${texts.clip} · `}
            {texts.by({ rider: link.rider })} · {formatViews(link.views)}
          </p>
        </div>
        {stateOf(link)}
      </div>
      <ul aria-label={texts.list} className="mt-3 divide-y divide-line border-line border-y">
        {link.reports.map(report => (
          <li key={`${report.at} ${report.words}`} className="py-2.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold text-[0.9375rem]">
              {reporting.reasons[report.reason]}
              <time dateTime={report.at} className="numeric font-normal text-muted text-xs">
                {formatMoment(report.at)}
              </time>
            </p>
            {report.words && <p className="break-words text-sm">{report.words}</p>}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2.5">
        {decisions.map(decision => (
          <Button
            key={decision}
            size="sm"
            variant={decision === 'take_down' ? 'danger' : 'outline'}
            busy={deciding.isPending && deciding.variables === decision}
            disabled={deciding.isPending}
            onClick={() => deciding.mutate(decision)}
          >
            {texts.actions[decision]}
          </Button>
        ))}
        {link.url && (
          <ButtonLink variant="outline" size="sm" href={link.url} target="_blank" rel="noreferrer">
            {texts.watch}
          </ButtonLink>
        )}
        <Link
          href={`/admin/ai-highlights?show=all&video=${link.videoId}`}
          className={buttonClass('outline', 'sm')}
        >
          {texts.review}
        </Link>
      </div>
    </article>
  )
}
