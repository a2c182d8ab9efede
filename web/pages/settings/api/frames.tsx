import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useUser } from '../../../lib/session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormButtons } from '../../../ui/dialog-buttons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { ShownOnce } from './shown-once.tsx'

/**
 * A list with a form for a new entry, whose secret is shown once.
 * @param form receives what takes the secret of the new entry, and what closes the form
 */
export function SecretsSection<T extends { id: string }>({
  id,
  words,
  query,
  row,
  form,
  children,
}: {
  id: string
  words: { title: string; about: string; notLoaded: string; made: string; add: string }
  query: UseQueryResult<T[]>
  row: (entry: T) => ReactNode
  form: (given: { onDone: (secret: string) => void; onCancel: () => void }) => ReactNode
  children?: ReactNode
}) {
  const { emailVerified } = useUser()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const onDone = (made: string) => {
    setAdding(false)
    setSecret(made)
  }
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="heading text-[1.125rem]">
        {words.title}
      </h3>
      <p className="mt-1 max-w-prose text-muted text-sm">{words.about}</p>
      <Loaded query={query} skeleton={<Spinner />} failed={words.notLoaded} lateError="above">
        {list =>
          list.length > 0 && (
            <ul className="mt-3 divide-y divide-line border-line border-y">{list.map(row)}</ul>
          )
        }
      </Loaded>
      {secret !== null && <ShownOnce title={words.made} secret={secret} onDone={() => setSecret(null)} />}
      {adding && form({ onDone, onCancel: () => setAdding(false) })}
      {!adding && secret === null && (
        <Button variant="outline" className="mt-4" disabled={!emailVerified} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      )}
      {children}
    </section>
  )
}

/** The form for a new entry: its fields, what creates it, and Cancel. */
export const CreateForm = ({
  label,
  creating,
  disabled,
  onCancel,
  children,
}: {
  label: string
  creating: { isPending: boolean; mutate: () => void }
  disabled: boolean
  onCancel: () => void
  children: ReactNode
}) => (
  <form
    className="mt-4 space-y-4 rounded-lg border border-line bg-raised p-4"
    onSubmit={event => {
      event.preventDefault()
      creating.mutate()
    }}
  >
    {children}
    <FormButtons label={label} busy={creating.isPending} disabled={disabled} onCancel={onCancel} />
  </form>
)
