import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoints/index.ts'
import type { PayoutLimits as Limits } from '#contract/money/payouts.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/desk.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { limitsQuery } from './calls.ts'
import { amountOf } from './rules.ts'

const { limits: words } = texts

/** How much is sent in a day, and what waits because of it. */
export function PayoutLimits() {
  const query = useQuery(limitsQuery)
  return (
    <Section id="payout-limits" title={words.title}>
      <Loaded
        query={query}
        skeleton={<Waiting label={texts.loading} rows={rowsOf(1, 'h-20')} />}
        failed={words.loadFailed}
      >
        {limits => <LimitsForm key={`${limits.perDay} ${limits.perRiderDay}`} limits={limits} />}
      </Loaded>
    </Section>
  )
}

const fieldOf = (amount: number | null) => (amount === null ? '' : String(amount))

function LimitsForm({ limits }: { limits: Limits }) {
  const [typed, setTyped] = useState({
    perDay: fieldOf(limits.perDay),
    perRiderDay: fieldOf(limits.perRiderDay),
  })
  const wanted = { perDay: amountOf(typed.perDay), perRiderDay: amountOf(typed.perRiderDay) }
  const save = useAction({
    mutationFn: (body: BodyInput<'setPayoutLimits'>) => call('setPayoutLimits', { body }),
    done: words.saved,
    failed: { title: words.failed, otherwise: texts.tryAgain },
    refresh: [api.payoutLimits, api.adminPayouts],
  })
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={event => {
        event.preventDefault()
        const { perDay, perRiderDay } = wanted
        if (perDay !== undefined && perRiderDay !== undefined) save.mutate({ perDay, perRiderDay })
      }}
    >
      <p className="max-w-prose text-muted text-sm">{words.explain}</p>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:max-w-xl">
        {(['perDay', 'perRiderDay'] as const).map(name => (
          <TextField
            key={name}
            label={words[name]}
            placeholder={words.none}
            inputMode="decimal"
            maxLength={14}
            error={wanted[name] === undefined ? words.wrong : undefined}
            value={typed[name]}
            onChange={event => setTyped({ ...typed, [name]: event.target.value })}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" size="sm" variant="outline" busy={save.isPending}>
          {words.save}
        </Button>
        <p className="numeric text-muted text-sm">
          {words.sent({ amount: formatMoney(limits.sentToday) })}
          {limits.waiting.count > 0 &&
            ` ${words.waiting({ count: limits.waiting.count, amount: formatMoney(limits.waiting.amount) })}`}
        </p>
      </div>
    </form>
  )
}
