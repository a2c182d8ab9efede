import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invoice } from '#contract/money/subscriptions.ts'
import { api } from '#contract/paths.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { InvoiceRow } from '../subscriptions/invoices.tsx'
import { refundInvoice, userInvoicesQuery } from './calls.ts'
import { ReasonForm } from './reason-dialog.tsx'
import { isRefundable } from './rules.ts'
import { texts } from './texts.ts'

const { refunds: words } = texts

/** A person's invoices, and the money-back guarantee: staff can refund what was paid within 30 days. */
export default function Refunds({ userId }: { userId: string }) {
  const query = useQuery(userInvoicesQuery(userId))
  const [asked, setAsked] = useState<Invoice | null>(null)
  const refund = useAction({
    mutationFn: ({ invoice, reason }: { invoice: Invoice; reason: string }) =>
      refundInvoice(invoice.id, reason),
    onDone: () => setAsked(null),
    done: words.done,
    failed: { title: words.refundFailed, otherwise: texts.staff.tryAgain },
    refresh: [api.userInvoices(userId)],
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
                  isRefundable(invoice, now) && (
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
        <div className="mt-3 rounded-lg border border-danger/35 px-4 py-4">
          <p className="font-semibold">{words.ask(formatMoney(asked.amount))}</p>
          <p className="mb-3 text-sm">{words.text}</p>
          <ReasonForm
            label={words.reason}
            confirm={words.refund}
            maxLength={300}
            busy={refund.isPending}
            onConfirm={reason => refund.mutate({ invoice: asked, reason })}
            onCancel={() => setAsked(null)}
          />
        </div>
      )}
    </section>
  )
}
