import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayoutBudget as Budget } from '#contract/money/budget.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/desk.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoney, formatViews } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { budgetQuery } from './calls.ts'
import { amountOf } from './rules.ts'

const { budget: words } = texts

/** What riders' shares of new views may add up to in a month, and what waits because of it. */
export function PayoutBudget() {
  const query = useQuery(budgetQuery)
  return (
    <Section id="payout-budget" title={words.title}>
      <Loaded
        query={query}
        skeleton={<Waiting label={texts.loading} rows={rowsOf(1, 'h-20')} />}
        failed={words.loadFailed}
      >
        {budget => <BudgetForm key={String(budget.perMonth)} budget={budget} />}
      </Loaded>
    </Section>
  )
}

function BudgetForm({ budget }: { budget: Budget }) {
  const [typed, setTyped] = useState(budget.perMonth === null ? '' : String(budget.perMonth))
  const perMonth = amountOf(typed)
  const save = useAction({
    mutationFn: (perMonth: number | null) => call('setPayoutBudget', { body: { perMonth } }),
    done: words.saved,
    failed: { title: words.failed, otherwise: texts.tryAgain },
    refresh: [api.payoutBudget],
  })
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={event => {
        event.preventDefault()
        if (perMonth !== undefined) save.mutate(perMonth)
      }}
    >
      <p className="max-w-prose text-muted text-sm">{words.explain}</p>
      <div className="sm:max-w-72">
        <TextField
          label={words.perMonth}
          placeholder={words.none}
          inputMode="decimal"
          maxLength={14}
          error={perMonth === undefined ? words.wrong : undefined}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" size="sm" variant="outline" busy={save.isPending}>
          {words.save}
        </Button>
        <p className="numeric text-muted text-sm">
          {words.spent({ amount: formatMoney(budget.spent) })}
          {budget.waiting.views > 0 &&
            ` ${words.waiting({ views: formatViews(budget.waiting.views), amount: formatMoney(budget.waiting.amount) })}`}
        </p>
      </div>
    </form>
  )
}
