import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { AuditEntry } from '#contract/audit.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/pages/admin.ts'
import { queryOf } from '../../lib/calls/call.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { auditQuery } from './calls.ts'
import { Denied } from './denied.tsx'
import { instants } from './rules.ts'

const { audit: words } = texts

/** The audit log of staff actions: filtered, paged, and as a file. For admins. */
export default function AuditPage() {
  const { role } = useUser()
  return role === 'admin' ? <AuditLog /> : <Denied />
}

const nothing = { actor: '', action: '', objectType: '', objectId: '', from: '', until: '' }

function AuditLog() {
  const [typed, setTyped] = useState(nothing)
  const settled = useSettled(typed, 300)
  const filter = useMemo(() => {
    const { from, until, ...rest } = settled
    const set = Object.entries(rest).map(([name, value]) => [name, value.trim() || undefined])
    return { ...Object.fromEntries(set), ...instants(from, until) } as Record<string, string | undefined>
  }, [settled])
  const query = useInfiniteQuery(auditQuery(filter))
  const entries = query.data?.pages.flat() ?? []
  const field = (name: keyof typeof nothing, label: string, type = 'text') => (
    <TextField
      label={label}
      type={type}
      className="h-11"
      maxLength={254}
      value={typed[name]}
      onChange={event => setTyped({ ...typed, [name]: event.target.value })}
    />
  )
  return (
    <div className="page py-7 sm:py-10">
      <Link href="/admin" className="rounded-sm py-1 font-semibold text-muted text-sm hover:text-ink">
        ← {words.back}
      </Link>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <PageTitle title={words.title} />
          <p className="mt-1 text-muted">{words.explain}</p>
        </div>
        <ButtonLink variant="outline" href={`${api.auditCsv}?${queryOf(filter)}`} download>
          {words.csv}
        </ButtonLink>
      </div>
      <search className="my-5 grid grid-cols-2 gap-3 lg:grid-cols-6">
        {field('actor', words.actor)}
        {field('action', words.action)}
        {field('objectType', words.objectType)}
        {field('objectId', words.objectId)}
        {field('from', words.from, 'date')}
        {field('until', words.to, 'date')}
      </search>
      <PagedList variant="page" query={query} count={entries.length} failed={words.failed} none={words.none}>
        <ol className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          {entries.map(entry => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      </PagedList>
    </div>
  )
}

const Entry = ({ entry }: { entry: AuditEntry }) => (
  <li className="px-4 py-3 [contain-intrinsic-size:auto_4rem] [content-visibility:auto] sm:px-5">
    <details>
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-5 gap-y-0.5 rounded-sm">
        <span className="min-w-0 flex-1 basis-60 break-words">
          <span className="font-semibold">{entry.action}</span>{' '}
          <span className="break-all text-muted text-sm">
            {entry.objectType} {entry.objectId}
          </span>
        </span>
        <span className="min-w-0 break-all text-sm">
          {entry.actorEmail ?? (entry.actorId ? words.gone : words.server)}
        </span>
        <time dateTime={entry.at} className="numeric text-muted text-sm">
          {formatDateTime(entry.at)}
        </time>
      </summary>
      <dl className="mt-3 grid gap-3 text-sm sm:grid-cols-2">
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
