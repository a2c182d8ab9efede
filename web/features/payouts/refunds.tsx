import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invoice } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/payouts.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { centsOf } from '../accounting/rules.ts'
import { InvoiceRow } from '../subscriptions/invoice-row.tsx'
import { userInvoicesQuery } from './calls.ts'
import { ReasonForm } from './reason-dialog.tsx'
import { refundable } from './rules.ts'

const { refunds: words } = texts

/** A person's invoices, and refunds of them: of all within the 30 days of the guarantee, of a part at any time. */
export default function Refunds({ userId }: { userId: string }) {
  const query = useQuery(userInvoicesQuery(userId))
  const [asked, setAsked] = useState<Invoice | null>(null)
  const refund = useAction({
    // Without an amount, all that is left.
    mutationFn: ({ invoice, reason, amount }: { invoice: Invoice; reason: string; amount: number | null }) =>
      call('refundInvoice', {
        params: { invoiceId: invoice.id },
        body: { reason, ...(amount === null ? {} : { part: { amount, refunded: invoice.refunded } }) },
      }),
    onDone: () => setAsked(null),
    done: words.done,
    failed: { title: words.refundFailed, otherwise: texts.staff.tryAgain },
    refresh: [api.userInvoices(userId), api.desk],
    refreshOn: 'settled',
  })
  const now = new Date()
  return (
    <section aria-labelledby="user-invoices">
      <h3 id="user-invoices" className="heading mb-2 text-[1.25rem]">
        {words.title}
      </h3>
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-12" />}
        failed={words.failed}
        empty={<p className="text-muted text-sm">{words.none}</p>}
      >
        {invoices => (
          <ul className="divide-y divide-line border-line border-y">
            {invoices.map(invoice => (
              <InvoiceRow
                key={invoice.id}
                invoice={invoice}
                action={
                  refundable(invoice, now) && (
                    <Button variant="danger" size="sm" onClick={() => setAsked(invoice)}>
                      {words.refund}
                    </Button>
                  )
                }
              />
            ))}
          </ul>
        )}
      </Loaded>
      {asked && (
        <RefundForm
          key={asked.id}
          invoice={asked}
          canAll={refundable(asked, now) === 'all'}
          busy={refund.isPending}
          onRefund={(reason, amount) => refund.mutate({ invoice: asked, reason, amount })}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  )
}

function RefundForm({
  invoice,
  canAll,
  busy,
  onRefund,
  onCancel,
}: {
  invoice: Invoice
  /** whether the money-back guarantee still covers it */
  canAll: boolean
  busy: boolean
  /** @param amount null: all that is left */
  onRefund: (reason: string, amount: number | null) => void
  onCancel: () => void
}) {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const left = invoice.amount - invoice.refunded
  const leftCents = Math.round(left * 100)
  const cents = centsOf(typed)
  const all = canAll && (typed.trim() === '' || cents === leftCents)
  const wrong = !all && (cents === null || cents >= leftCents)
  return (
    <div className="mt-3 rounded-lg border border-danger/35 px-4 py-4">
      <p className="font-semibold">{words.ask({ amount: formatMoney(left) })}</p>
      <p className="mb-3 text-sm">{canAll ? words.text : words.over}</p>
      <div className="mb-4 max-w-xs">
        <TextField
          label={words.part}
          inputMode="decimal"
          maxLength={10}
          placeholder={canAll ? left.toFixed(2) : undefined}
          error={tried && wrong ? words.wrongPart({ most: formatMoney(left) }) : undefined}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </div>
      <ReasonForm
        label={words.reason}
        confirm={all ? words.refundAll : words.refundPart}
        maxLength={300}
        busy={busy}
        onConfirm={reason => {
          setTried(true)
          if (!wrong) onRefund(reason, all || cents === null ? null : cents / 100)
        }}
        onCancel={onCancel}
      />
    </div>
  )
}
