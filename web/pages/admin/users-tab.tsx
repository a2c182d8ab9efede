import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { roles } from '#contract/permissions.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Select } from '../../ui/inputs/field.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { usersQuery } from './calls.ts'
import { SearchField } from './search-field.tsx'
import { texts } from './texts.ts'
import { UserDialog } from './user-dialog.tsx'
import { UserRow } from './user-row.tsx'

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
  const open = users.find(user => user.id === address.get('user'))
  return (
    <>
      <search className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-[minmax(0,1fr)_11rem_12rem]">
        <SearchField label={texts.search.users} value={search} onChange={setSearch} />
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
