import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { OwnRiderPage } from '#contract/sharing/rider-page.ts'
import { texts } from '#texts/pages/settings.ts'
import { ApiError, sentenceOf } from '../../lib/calls/api.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useFields } from '../../lib/fields.ts'
import { visit } from '../../lib/visit.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Choice } from './choice.tsx'

const words = texts.riderPage

/** The rider's public page: its name, and whether anyone may see it. */
export function RiderPageSection() {
  const query = useQuery({ ...reading('ownRiderPage') })
  return (
    <Section id="rider-page" title={words.title}>
      <p className="mb-5 max-w-prose text-muted">{words.explain}</p>
      <Loaded query={query} skeleton={<Skeleton className="h-40" />} failed={words.failed}>
        {page => <PageForm page={page} />}
      </Loaded>
    </Section>
  )
}

const isRefusedName = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.field === 'name'

function PageForm({ page }: { page: OwnRiderPage }) {
  const { fields, field } = useFields({ name: page.name ?? '' })
  const change = useAction({
    mutationFn: (body: { name: string; shown: boolean }) => call('changeRiderPage', { body }),
    done: ({ shown }) => (shown ? words.on : words.saved),
    failed: error => (isRefusedName(error) ? null : { title: words.notSaved, otherwise: words.noConnection }),
    refresh: [api.ownRiderPage],
  })
  const shown = change.isPending ? change.variables.shown : page.shown
  return (
    <form
      className="space-y-5"
      onSubmit={event => {
        event.preventDefault()
        change.mutate({ name: fields.name, shown: page.shown })
      }}
    >
      <div className="flex max-w-xl flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label={words.name}
            hint={`${visit().origin}${api.riderPage(fields.name.trim().toLowerCase() || '…')}`}
            error={isRefusedName(change.error) ? sentenceOf(change.error, words.noConnection) : undefined}
            required
            minLength={3}
            maxLength={30}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field('name')}
          />
        </div>
        <Button type="submit" variant="outline" className="mt-7" busy={change.isPending}>
          {words.save}
        </Button>
      </div>
      <Choice
        id="rider-page-shown"
        title={words.show}
        about={words.aboutShow}
        on={shown}
        busy={change.isPending || page.name === null}
        onChange={on => change.mutate({ name: page.name ?? '', shown: on })}
      />
      {page.shown && page.url && (
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="outline" size="sm" href={page.url}>
            {words.open}
          </ButtonLink>
          <CopyButton text={page.url} label={words.copy} done={words.copied} />
        </div>
      )}
    </form>
  )
}
