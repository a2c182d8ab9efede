import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/accounting.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate, formatMonth, formatNumber } from '../../lib/format.ts'
import { toastOf } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { monthsQuery } from './calls.ts'

const { months: words } = texts

/** Closed months, and a button to close the next one. */
export function Months() {
  const query = useQuery(monthsQuery)
  const [asked, setAsked] = useState<string | null>(null)
  const close = useAction({
    mutationFn: (month: string) => call('closeMonth', { params: { month } }),
    onDone: () => setAsked(null),
    onFailed: () => setAsked(null),
    done: (_, month) => toastOf(words.done, { month: formatMonth(month) }),
    failed: { title: words.closeFailed, otherwise: words.tryAgain },
    refresh: [api.accountingMonths, api.moneyOverview, api.ledgerEntries],
    refreshOn: 'settled',
  })
  return (
    <Section id="months" title={words.title}>
      <p className="mb-4 max-w-prose text-muted text-sm">{words.explain}</p>
      <Loaded
        query={query}
        skeleton={<Waiting label={texts.loading} rows={rowsOf(2, 'h-12')} className="space-y-2.5" />}
        failed={words.failed}
      >
        {({ closed, next }) => (
          <>
            {next?.ready && (
              <Button onClick={() => setAsked(next.month)}>
                {words.close({ month: formatMonth(next.month) })}
              </Button>
            )}
            {next && !next.ready && (
              <p className="text-sm">{words.wait({ month: formatMonth(next.month) })}</p>
            )}
            {closed.length === 0 ? (
              <p className="mt-3 text-muted text-sm">{words.none}</p>
            ) : (
              <ul className="mt-4 divide-y divide-line border-line border-y">
                {closed.map(m => (
                  <li key={m.month} className="flex flex-wrap items-baseline gap-x-4 py-2.5 text-sm">
                    <span className="font-semibold">{formatMonth(m.month)}</span>
                    <span className="min-w-0 break-words text-muted">
                      {words.closed({
                        when: formatDate(m.closedAt),
                        who: m.closedBy,
                        entries: formatNumber(m.entries),
                      })}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {asked && (
        <Dialog open onClose={() => setAsked(null)} title={words.confirmTitle({ month: formatMonth(asked) })}>
          <p className="mb-5">{words.confirmText}</p>
          <DialogButtons
            label={words.confirm}
            variant="danger"
            busy={close.isPending}
            onSend={() => close.mutate(asked)}
            onCancel={() => setAsked(null)}
          />
        </Dialog>
      )}
    </Section>
  )
}
