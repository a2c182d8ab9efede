import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '#contract/money/subscriptions.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { invoicesQuery } from './calls.ts'
import { texts } from './texts.ts'

const { invoices: words } = texts
const tones: Record<Invoice['status'], Tone> = {
  draft: 'gray',
  open: 'orange',
  paid: 'green',
  uncollectible: 'danger',
  void: 'gray',
}

/** An amount in the invoice's currency. */
const formatSum = (amount: number, currency: string): string =>
  currency === 'usd' ? formatMoney(amount) : `${amount.toFixed(2)} ${currency.toUpperCase()}`

/** The person's invoices. */
export function Invoices() {
  return (
    <Section id="invoices" title={words.title}>
      <Loaded
        query={useQuery(invoicesQuery)}
        skeleton={<Skeleton className="h-24" />}
        failed={words.failed}
        empty={<p className="text-muted">{words.none}</p>}
      >
        {invoices => (
          <ul className="divide-y divide-line border-line border-t">
            {invoices.map(invoice => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

export const InvoiceRow = ({ invoice, action }: { invoice: Invoice; action?: React.ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
    <div className="min-w-0 flex-1 basis-48">
      <p className="font-semibold">{invoice.description}</p>
      <p className="numeric text-muted text-sm">
        {formatDate(invoice.createdAt)}
        {invoice.number && ` · ${invoice.number}`}
      </p>
    </div>
    <div className="text-right">
      <p className="numeric font-semibold">{formatSum(invoice.amount, invoice.currency)}</p>
      {invoice.tax !== 0 && (
        <p className="numeric text-muted text-sm">{words.tax(formatSum(invoice.tax, invoice.currency))}</p>
      )}
      {invoice.refunded > 0 && (
        <p className="numeric text-muted text-sm">
          {words.refunded(formatSum(invoice.refunded, invoice.currency))}
        </p>
      )}
    </div>
    <Badge tone={tones[invoice.status]}>{words.statuses[invoice.status]}</Badge>
    {action ??
      (invoice.url && (
        <ButtonLink
          variant="outline"
          size="sm"
          href={invoice.url}
          target="_blank"
          rel="noreferrer"
          aria-label={words.label(formatDate(invoice.createdAt))}
        >
          {words.open}
        </ButtonLink>
      ))}
  </li>
)
