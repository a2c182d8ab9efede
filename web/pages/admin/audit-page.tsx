import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { AuditLine } from '#contract/audit.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/pages/admin.ts'
import { Deed } from '../../features/activity/activity-list.tsx'
import { call, queryOf } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { formatDate } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { auditFilterOf, pageOf } from './audit-rules.ts'
import type { Filter } from './calls.ts'
import { Denied } from './denied.tsx'
import { Filters } from './filters.tsx'

const { audit: words } = texts

const pageSize = 50
const auditQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [api.audit, filter] as const,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('audit', { query: { ...filter, before: pageParam, limit: pageSize }, signal }),
    getNextPageParam: page => (page.length === pageSize ? page.at(-1)?.id : undefined),
    ...fresh,
  })

/** The audit log of staff actions: filtered, paged, and as a file. For admins. */
export default function AuditPage() {
  const { role } = useUser()
  return role === 'admin' ? <AuditLog /> : <Denied />
}

function AuditLog() {
  const [address, setAddress] = useSearchParams()
  const settled = useSettled(address.toString(), 300)
  const filter = useMemo(() => auditFilterOf(new URLSearchParams(settled)), [settled])
  const query = useInfiniteQuery(auditQuery(filter))
  const entries = query.data?.pages.flat() ?? []
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = Object.fromEntries(address)
    setAddress(value ? { ...others, [name]: value } : others, { replace: true })
  }
  const narrowed = Object.values(filter).filter(Boolean).length
  /** Suggests what the entries at hand have. */
  const known = (of: 'action' | 'objectType') => (
    <datalist id={`audit-${of}`}>
      {[...new Set(entries.map(entry => entry[of]))].sort().map(value => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
  const field = (
    name: string,
    label: string,
    shown: { type?: 'date'; placeholder?: string; list?: string } = {},
  ) => (
    <TextField
      label={label}
      {...shown}
      className="h-11"
      maxLength={254}
      disabled={name === 'objectId' && !address.get('objectType')}
      value={address.get(name) ?? ''}
      onChange={event => set(name, event.target.value)}
    />
  )
  return (
    <div className="page py-7 sm:py-10">
      <Link href="/admin" className="rounded-sm py-1 font-semibold text-muted text-sm hover:text-ink">
        ← {words.back}
      </Link>
      <div className="mt-1 flex items-center justify-between gap-x-6">
        <PageTitle title={words.title} />
        <ButtonLink variant="outline" size="sm" href={`${api.auditCsv}?${queryOf(filter)}`} download>
          {words.csv}
        </ButtonLink>
      </div>
      <p className="mt-1 text-muted">{words.explain}</p>
      <search className="my-5 grid gap-3">
        <Filters count={narrowed} className="grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-6">
          {field('actor', words.actor, { placeholder: words.actorHint })}
          {field('action', words.action, { list: 'audit-action' })}
          {field('objectType', words.objectType, { list: 'audit-objectType' })}
          {field('objectId', words.objectId)}
          {field('from', words.from, { type: 'date' })}
          {field('until', words.to, { type: 'date' })}
          {known('action')}
          {known('objectType')}
        </Filters>
      </search>
      <PagedList variant="page" query={query} count={entries.length} failed={words.failed} none={words.none}>
        <div className="space-y-5">
          {[...Map.groupBy(entries, ({ at }) => formatDate(at))].map(([day, those]) => (
            <section key={day} aria-label={day}>
              <h2 className="numeric mb-2 font-semibold text-muted text-sm">{day}</h2>
              <ol className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
                {those.map(entry => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      </PagedList>
    </div>
  )
}

/** What was done in words that lead to its object; on request who and what exactly, and the values before and after. */
function Entry({ entry }: { entry: AuditLine }) {
  return (
    <li className="px-4 py-2.5 [contain-intrinsic-size:auto_4rem] [content-visibility:auto] sm:px-5">
      <Deed entry={entry} page={pageOf(entry)} />
      <details>
        <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-muted text-xs hover:text-ink">
          {words.details}
        </summary>
        <p className="break-all font-mono text-muted text-xs">
          {[
            entry.actorEmail ?? (entry.actorId ? `${words.gone} ${entry.actorId}` : words.server),
            entry.action,
            `${entry.objectType} ${entry.objectId}`,
          ].join(' · ')}
        </p>
        <dl className="mt-1 grid gap-3 text-sm sm:grid-cols-2">
          {(
            [
              [words.before, entry.before],
              [words.after, entry.after],
            ] as const
          ).map(([name, value]) => (
            <div key={name} className="min-w-0 rounded-md bg-ink/5 px-3 py-2">
              <dt className="font-semibold">{name}</dt>
              <dd className="whitespace-pre-wrap break-words font-mono text-xs">
                {value === null || value === undefined ? words.nothing : JSON.stringify(value, null, 2)}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}
