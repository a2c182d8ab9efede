import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoints/index.ts'
import type { Correction } from '#contract/money/accounting.ts'
import { type Correctable, correctable } from '#contract/money/constants.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/accounting.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate, formatMoney, formatMonth } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-buttons.tsx'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { correctionsQuery, monthsQuery } from './calls.ts'
import { centsOf } from './rules.ts'

const { corrections: words, accounts } = texts

/** Corrections of closed months: proposed by one admin, posted by another. */
export function Corrections() {
  const query = useQuery(correctionsQuery)
  const { data: months } = useQuery(monthsQuery)
  const [open, setOpen] = useState(false)
  const closed = months?.closed.map(m => m.month) ?? []
  return (
    <Section
      id="corrections"
      title={words.title}
      action={
        closed.length > 0 && (
          <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
            {words.propose}
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        skeleton={<Waiting label={texts.loading} rows={rowsOf(2, 'h-14')} className="space-y-2.5" />}
        failed={words.failed}
        empty={<p className="text-muted text-sm">{words.none}</p>}
      >
        {list => (
          <ul className="divide-y divide-line border-line border-y">
            {list.map(correction => (
              <Item key={correction.id} correction={correction} />
            ))}
          </ul>
        )}
      </Loaded>
      {open && <Propose months={closed} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const refresh = [api.corrections, api.ledgerEntries, api.moneyOverview]

function Item({ correction: c }: { correction: Correction }) {
  const decide = useAction({
    mutationFn: (accept: boolean) =>
      call('decideCorrection', { params: { correctionId: c.id }, body: { accept } }),
    done: (_, accept) => (accept ? words.posted : words.rejected),
    failed: { title: words.decideFailed, otherwise: texts.months.tryAgain },
    refresh,
    refreshOn: 'settled',
  })
  return (
    <li className="py-3 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-semibold">{formatMonth(c.month)}</span>
        <span className="min-w-0 flex-1 basis-56 break-words">{c.reason}</span>
        <Badge tone={c.state === 'posted' ? 'green' : 'gray'}>{words.states[c.state]}</Badge>
      </div>
      <p className="mt-1 break-words text-muted">
        {words.moved({ amount: formatMoney(c.amount), from: accounts[c.debit], to: accounts[c.credit] })}.{' '}
        {words.by({ who: c.proposedBy, when: formatDate(c.proposedAt) })}
      </p>
      {c.state === 'proposed' && (
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          {c.own ? (
            <span className="text-muted">{words.own}</span>
          ) : (
            <Button size="sm" busy={decide.isPending} onClick={() => decide.mutate(true)}>
              {words.accept}
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={() => decide.mutate(false)}>
            {words.reject}
          </Button>
        </div>
      )}
    </li>
  )
}

const options = correctable.map(value => ({ value, label: accounts[value] }))

function Propose({ months, onClose }: { months: readonly string[]; onClose: () => void }) {
  const [month, setMonth] = useState(months[0] ?? '')
  const [debit, setDebit] = useState<Correctable>(correctable[0])
  const [credit, setCredit] = useState<Correctable>(correctable[1])
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const send = useAction({
    mutationFn: (body: BodyInput<'proposeCorrection'>) => call('proposeCorrection', { body }),
    onDone: onClose,
    done: words.proposed,
    failed: { title: words.proposeFailed, otherwise: texts.months.tryAgain },
    refresh,
  })
  const cents = centsOf(amount)
  const wrong = {
    amount: cents === null ? words.amountNeeded : undefined,
    credit: debit === credit ? words.sameAccounts : undefined,
    reason: reason.trim().length < 3 ? words.reasonNeeded : undefined,
  }
  const shown = (error: string | undefined) => (tried ? error : undefined)
  return (
    <Dialog open onClose={onClose} title={words.propose}>
      <p className="mb-4 text-muted">{words.explain}</p>
      <form
        onSubmit={event => {
          event.preventDefault()
          setTried(true)
          if (cents !== null && !wrong.credit && !wrong.reason)
            send.mutate({ month, debit, credit, amount: cents / 100, reason: reason.trim() })
        }}
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Select
            label={words.month}
            value={month}
            options={months.map(value => ({ value, label: formatMonth(value) }))}
            onChange={event => setMonth(event.target.value)}
          />
          <TextField
            label={words.amount}
            inputMode="decimal"
            maxLength={12}
            error={shown(wrong.amount)}
            value={amount}
            onChange={event => setAmount(event.target.value)}
          />
          <Select
            label={words.debit}
            value={debit}
            options={options}
            onChange={event => setDebit(event.target.value as Correctable)}
          />
          <Select
            label={words.credit}
            value={credit}
            options={options}
            error={shown(wrong.credit)}
            onChange={event => setCredit(event.target.value as Correctable)}
          />
          <div className="sm:col-span-2">
            <TextField
              label={words.reason}
              maxLength={300}
              error={shown(wrong.reason)}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          </div>
        </div>
        <DialogActions>
          <Button type="submit" busy={send.isPending}>
            {words.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
