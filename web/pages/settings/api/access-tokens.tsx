import { useQuery } from '@tanstack/react-query'
import type { AccessToken } from '#contract/api-access.ts'
import { type TokenScope, tokenLifetimes } from '#contract/api-constants.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/pages/settings/api.ts'
import { SignInAgain, wantsSignInAgain } from '../../../features/accounts/sign-in-again.tsx'
import { call, reading } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { useFields } from '../../../lib/fields.ts'
import { formatDate, formatDateTime } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextField } from '../../../ui/inputs/field.tsx'
import { Checks } from './checks.tsx'
import { CreateForm, SecretsSection } from './frames.tsx'

const words = texts.tokens
const refresh = [api.accessTokens]
const scopeNames: Record<TokenScope, string> = {
  'videos:read': words.scopes.videosRead,
  'videos:upload': words.scopes.videosUpload,
  'videos:edit': words.scopes.videosEdit,
  'earnings:read': words.scopes.earningsRead,
}
const lifetimes = tokenLifetimes.map(days => ({ value: String(days), label: words.days({ days }) }))

/** The rider's access tokens, and a form for a new one. */
export function AccessTokens() {
  const { emailVerified } = useUser()
  return (
    <SecretsSection
      id="access-tokens"
      words={words}
      query={useQuery({ ...reading('accessTokens') })}
      row={token => <TokenRow key={token.id} token={token} />}
      form={given => <TokenForm {...given} />}
    >
      {!emailVerified && <p className="mt-2 text-muted text-sm">{texts.unproven}</p>}
    </SecretsSection>
  )
}

function TokenRow({ token }: { token: AccessToken }) {
  const { name, scopes, expiresAt, lastUsedAt } = token
  const revoking = useAction({
    mutationFn: () => call('revokeAccessToken', { params: { tokenId: token.id } }),
    done: words.revoked,
    failed: { title: words.notRevoked, otherwise: texts.noConnection },
    refresh,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="break-words font-semibold">{name}</p>
        <p className="text-muted text-sm">{scopes.map(scope => scopeNames[scope]).join(' · ')}</p>
        <p className="text-muted text-sm">
          {words.until({ date: formatDate(expiresAt) })} ·{' '}
          {lastUsedAt ? words.used({ when: formatDateTime(lastUsedAt) }) : words.unused}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        busy={revoking.isPending}
        aria-label={words.revokeLabel({ name })}
        onClick={() => revoking.mutate()}
      >
        {words.revoke}
      </Button>
    </li>
  )
}

function TokenForm({ onDone, onCancel }: { onDone: (token: string) => void; onCancel: () => void }) {
  const { fields, change, field } = useFields({
    name: '',
    days: '90',
    scopes: ['videos:read'] as TokenScope[],
  })
  const creating = useAction({
    mutationFn: () =>
      call('createAccessToken', {
        body: {
          name: fields.name,
          scopes: fields.scopes,
          expiresInDays: tokenLifetimes.find(days => String(days) === fields.days) ?? tokenLifetimes[0],
        },
      }),
    failed: error =>
      wantsSignInAgain(error) ? null : { title: words.notMade, otherwise: texts.noConnection },
    refresh,
    onDone: ({ token }) => onDone(token),
  })
  return (
    <CreateForm
      label={words.create}
      creating={creating}
      disabled={fields.scopes.length === 0}
      onCancel={onCancel}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.name}
          hint={words.nameHint}
          required
          maxLength={60}
          autoComplete="off"
          {...field('name')}
        />
        <Select label={words.expires} options={lifetimes} {...field('days')} />
      </div>
      <Checks
        legend={words.may}
        labels={scopeNames}
        chosen={fields.scopes}
        onChange={scopes => change({ scopes })}
      />
      {wantsSignInAgain(creating.error) && <SignInAgain error={creating.error} />}
    </CreateForm>
  )
}
