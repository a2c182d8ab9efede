import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { creatorShare } from '#contract/constants.ts'
import type { BodyInput } from '#contract/endpoints/index.ts'
import { type PayoutFrequency, payoutFrequencies, payoutThresholdRange } from '#contract/money/constants.ts'
import type { PayoutSummary } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { texts as accounts } from '#texts/features/accounts.ts'
import { texts } from '#texts/features/payouts.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { countryOptions } from '../../lib/countries.ts'
import { formatPercent } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConfirmAddress } from '../accounts/confirm-address.tsx'
import { SignInAgain, wantsSignInAgain } from '../accounts/sign-in-again.tsx'
import { payoutSummaryQuery } from './calls.ts'
import { thresholdOf } from './rules.ts'

const { settings: words, toasts } = texts
const { confirm } = accounts
/** The provider's confirmation of a finished page takes a moment: how often to check for it. */
const arrival = { everyMs: 1500, times: 12 }

/**
 * When and where payouts go, and how a dollar is shared.
 * @param back how the person came back from the provider's page
 */
export function PayoutSettings({ back }: { back: 'done' | 'again' | null }) {
  const query = useQuery({
    ...payoutSummaryQuery,
    refetchInterval: ({ state }) =>
      back === 'done' && state.data?.destination.ready === false && state.dataUpdateCount < arrival.times
        ? arrival.everyMs
        : false,
  })
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-72" />} failed={words.failed}>
      {summary => (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <When summary={summary} />
          <Where destination={summary.destination} back={back} />
          <Share />
        </div>
      )}
    </Loaded>
  )
}

function When({ summary }: { summary: PayoutSummary }) {
  const saved = summary.payoutThreshold.toFixed(2)
  const [typed, setTyped] = useState(saved)
  const save = useAction({
    mutationFn: (body: BodyInput<'payoutPreferences'>) => call('payoutPreferences', { body }),
    onDone: preferences => setTyped(preferences.payoutThreshold.toFixed(2)),
    done: toasts.saved,
    failed: toasts.saveFailed,
    refresh: [api.payoutSummary],
  })
  const keep = () => {
    const payoutThreshold = thresholdOf(typed)
    if (payoutThreshold === null || payoutThreshold === saved) return
    setTyped(payoutThreshold)
    save.mutate({ payoutThreshold })
  }
  return (
    <Section id="payout-when" title={words.when}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={words.threshold}
          hint={words.hint}
          error={thresholdOf(typed) === null ? words.hint : undefined}
          type="number"
          inputMode="decimal"
          min={payoutThresholdRange.min}
          max={payoutThresholdRange.max}
          step="0.01"
          className="numeric"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onBlur={keep}
        />
        <Select
          label={words.frequency}
          value={(save.isPending && save.variables.payoutFrequency) || summary.payoutFrequency}
          options={payoutFrequencies.map(value => ({ value, label: words.frequencies[value] }))}
          onChange={event => save.mutate({ payoutFrequency: event.target.value as PayoutFrequency })}
        />
      </div>
    </Section>
  )
}

function Where({
  destination,
  back,
}: {
  destination: PayoutSummary['destination']
  back: 'done' | 'again' | null
}) {
  const { method, ready, message, currency } = destination
  const unconfirmed = !useUser().emailVerified && method === 'stripe'
  const [country, setCountry] = useState(destination.country ?? 'US')
  const open = useAction({
    mutationFn: () => call('payoutDestination', { body: { country } }),
    // Without an address, the country is one that staff pay to.
    onDone: ({ url }) => url !== null && window.location.assign(url),
    refresh: [api.payoutSummary],
    failed: error =>
      wantsSignInAgain(error) ? null : { title: words.linkFailed, otherwise: texts.staff.tryAgain },
  })
  // If everyone is paid by hand, there is nothing to choose.
  if (method === 'manual' && message === null)
    return (
      <Section id="payout-where" title={words.where}>
        <p>{words.manual}</p>
      </Section>
    )
  // The page is opening: the button stays busy until this one is left.
  const leaving = open.isPending || (open.data?.url ?? null) !== null
  const chooses = method === 'manual' || !ready
  return (
    <Section id="payout-where" title={words.where}>
      {back === 'again' && !ready ? (
        <Alert tone="warning" title={words.again} />
      ) : (
        <p role="status" className="font-semibold">
          {method === 'manual' ? message : ready ? words.ready : back === 'done' ? words.checking : message}
        </p>
      )}
      {method === 'stripe' && (
        <p className="mt-1.5 text-muted text-sm">
          {words.hosted} {currency && currency !== 'USD' && words.converted({ currency })}
        </p>
      )}
      {wantsSignInAgain(open.error) && (
        <div className="mt-4">
          <SignInAgain error={open.error} />
        </div>
      )}
      {unconfirmed && (
        <div className="mt-4">
          <Alert tone="warning" title={confirm.title}>
            {confirm.paid}
            <ConfirmAddress />
          </Alert>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-end gap-3">
        {chooses && (
          <div className="w-full max-w-72">
            <Select
              label={words.country}
              value={country}
              options={countryOptions}
              onChange={event => setCountry(event.target.value)}
            />
          </div>
        )}
        <Button
          variant={ready ? 'outline' : 'primary'}
          busy={leaving}
          disabled={unconfirmed || (method === 'manual' && country === destination.country)}
          onClick={() => open.mutate()}
        >
          {leaving ? words.opening : method === 'manual' ? words.moved : ready ? words.change : words.setUp}
        </Button>
      </div>
    </Section>
  )
}

const Share = () => (
  <Section id="revenue-share" title={words.share} className="lg:col-span-2">
    <div aria-hidden="true" className="mb-3 flex h-3 gap-0.5 overflow-hidden rounded-full">
      <span className="bg-pine" style={{ width: formatPercent(creatorShare) }} />
      <span className="flex-1 bg-ink/20" />
    </div>
    <dl className="flex justify-between gap-4">
      {[
        [words.creator, creatorShare],
        [words.platform, 1 - creatorShare],
      ].map(([name, share]) => (
        <div key={name} className="flex items-baseline gap-2 last:flex-row-reverse">
          <dd className="figure text-[1.75rem] leading-none">{formatPercent(Number(share))}</dd>
          <dt className="text-muted text-sm">{name}</dt>
        </div>
      ))}
    </dl>
    <p className="mt-4 max-w-prose text-[0.9375rem]">{words.shareText}</p>
  </Section>
)
