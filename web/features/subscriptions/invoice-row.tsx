import type { Invoice } from '#contract/money/subscriptions.ts'
import { texts } from '#texts/features/subscriptions.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'

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

/** An invoice in a list. @param action instead of the link to its page */
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
        <p className="numeric text-muted text-sm">
          {words.tax({ amount: formatSum(invoice.tax, invoice.currency) })}
        </p>
      )}
      {invoice.refunded > 0 && (
        <p className="numeric text-muted text-sm">
          {words.refunded({ amount: formatSum(invoice.refunded, invoice.currency) })}
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
          aria-label={words.label({ when: formatDate(invoice.createdAt) })}
        >
          {words.open}
        </ButtonLink>
      ))}
  </li>
)
