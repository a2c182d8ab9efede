import type { BillingPage, SubscriptionStatus } from '#contract/money/subscriptions.ts'
import { texts } from '#texts/features/subscriptions.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'

const { card: words } = texts

/** The way to the provider's pages, where riders change their card and find invoices and receipts. */
export function Billing({ status }: { status: Pick<SubscriptionStatus, 'status'> }) {
  const open = useAction({
    // The link to the provider's page is short-lived, so it is fetched when it is followed.
    mutationFn: (page: BillingPage) => call('openBilling', { body: { page } }),
    onDone: ({ url }) => window.location.assign(url),
    failed: { title: words.failed, otherwise: words.tryAgain },
  })
  const button = (page: BillingPage, label: string) => (
    <Button
      variant="outline"
      className="max-sm:flex-1"
      busy={open.isPending && open.variables === page}
      disabled={open.isPending}
      onClick={() => open.mutate(page)}
    >
      {label}
    </Button>
  )
  return (
    <Section id="billing" title={words.title}>
      {status.status === 'none' ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <>
          <p>{words.text}</p>
          <div className="mt-4 flex flex-wrap gap-2.5">
            {button('card', words.change)}
            {button('home', words.invoices)}
          </div>
        </>
      )}
    </Section>
  )
}
