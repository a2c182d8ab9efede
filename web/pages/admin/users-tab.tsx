import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { AdminUser } from '#contract/accounts.ts'
import { api } from '#contract/paths.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { texts } from '#texts/pages/admin.ts'
import { Avatar } from '../../entities/person/avatar.tsx'
import { nameOf } from '../../entities/person/names.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { isConflict } from '../../lib/calls/failure.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate } from '../../lib/format.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { usersQuery } from './calls.ts'
import { UserDialog } from './user-dialog.tsx'

const { users: words, toasts } = texts

/** The users with their roles. */
export function UsersTab() {
  const [search, setSearch] = useState('')
  const [role, setRole] = useState('')
  const [suspended, setSuspended] = useState('')
  const [address, setAddress] = useSearchParams()
  const settled = useSettled(search.trim())
  const query = useInfiniteQuery(
    usersQuery({
      search: settled || undefined,
      role: role || undefined,
      suspended: suspended || undefined,
    }),
  )
  const users = query.data?.pages.flatMap(page => page.items) ?? []
  const asked = address.get('user')
  const listed = users.find(user => user.id === asked)
  const alone = useInfiniteQuery({
    ...usersQuery({ id: asked ?? undefined }),
    enabled: !query.isPending && asked !== null && !listed,
  })
  const open = listed ?? (asked ? alone.data?.pages[0]?.items[0] : undefined)
  return (
    <>
      <search className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-[minmax(0,1fr)_11rem_12rem]">
        <SearchField
          className="col-span-2 sm:col-span-1"
          label={texts.search.users}
          value={search}
          onChange={setSearch}
        />
        <Select
          label={texts.search.role}
          labelHidden
          className="h-11"
          value={role}
          onChange={event => setRole(event.target.value)}
          options={[
            { value: '', label: texts.search.allRoles },
            ...roles.map(value => ({ value, label: texts.users.roles[value] })),
          ]}
        />
        <Select
          label={texts.search.state}
          labelHidden
          className="h-11"
          value={suspended}
          onChange={event => setSuspended(event.target.value)}
          options={[
            { value: '', label: texts.search.allStates },
            { value: 'true', label: texts.search.suspended },
            { value: 'false', label: texts.search.active },
          ]}
        />
      </search>
      <PagedList
        variant="page"
        query={query}
        count={users.length}
        failed={texts.users.failed}
        none={texts.users.none}
      >
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
          {users.map(user => (
            <UserRow
              key={user.id}
              user={user}
              onDetails={() => setAddress({ tab: 'users', user: user.id })}
            />
          ))}
        </ul>
      </PagedList>
      {open && <UserDialog user={open} onClose={() => setAddress({ tab: 'users' }, { replace: true })} />}
    </>
  )
}

const roleTones: Record<Role, Tone> = { user: 'gray', moderator: 'blue', admin: 'green' }

/** One user and their role. */
function UserRow({ user, onDetails }: { user: AdminUser; onDetails: () => void }) {
  const changing = useAction({
    mutationFn: (role: Role) => call('userRole', { params: { userId: user.id }, body: { role } }),
    done: toasts.roleUpdated,
    failed: toasts.roleFailed,
    refresh: [api.adminUsers],
  })
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-2.5 px-4 py-3 [contain-intrinsic-size:auto_4.75rem] [content-visibility:auto] sm:grid-cols-[auto_minmax(0,1fr)_8rem_10rem_auto] sm:px-5">
      <Avatar user={user} />
      <div className="min-w-0">
        <p className="truncate font-semibold">{nameOf(user)}</p>
        <p className="truncate text-muted text-sm">{user.email}</p>
        <p className="numeric flex flex-wrap gap-x-2 text-muted text-xs">
          {words.since({ day: formatDate(user.createdAt) })}
          {!user.emailVerified && <span>{words.unverified}</span>}
        </p>
      </div>
      <div className="flex flex-col items-end gap-1 sm:items-start">
        <Badge tone={roleTones[user.role]}>{words.roles[user.role]}</Badge>
        {user.suspendedAt && <Badge tone="danger">{words.suspended}</Badge>}
      </div>
      <div className="col-span-2 sm:col-span-1">
        <Select
          label={words.roleOf({ who: user.email })}
          labelHidden
          className="h-10"
          value={user.role}
          disabled={changing.isPending}
          onChange={event => changing.mutate(event.target.value as Role)}
          options={roles.map(value => ({ value, label: words.roles[value] }))}
        />
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={words.detailsOf({ who: user.email })}
        onClick={onDetails}
      >
        {words.details}
      </Button>
      {isConflict(changing.error) && (
        <p role="alert" className="col-span-full text-danger text-sm">
          {sentenceOf(changing.error, toasts.noConnection)}
        </p>
      )}
    </li>
  )
}
