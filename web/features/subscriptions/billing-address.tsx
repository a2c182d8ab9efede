import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isEnoughForTax } from '#contract/money/countries.ts'
import type { BillingAddress, PlanPreview } from '#contract/money/subscriptions.ts'
import { texts } from '#texts/features/subscriptions.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { countryOptions } from '../../lib/countries.ts'
import { useFields } from '../../lib/fields.ts'
import { formatMoney } from '../../lib/format.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Select, TextField } from '../../ui/inputs/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { planPreviewQuery, refreshPlan } from './calls.ts'

const { billing: words, toasts } = texts

/** The fields of a billing address. @param onChange gets null while it is incomplete */
function AddressFields({
  error,
  onChange,
}: {
  error?: string
  onChange: (address: BillingAddress | null) => void
}) {
  const { fields, field } = useFields({ country: 'US', postalCode: '' })
  const { country } = fields
  const postalCode = fields.postalCode.trim()
  useEffect(() => {
    onChange(isEnoughForTax(country, postalCode) ? { country, ...(postalCode ? { postalCode } : {}) } : null)
  }, [country, postalCode, onChange])
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select label={words.country} autoComplete="country" options={countryOptions} {...field('country')} />
      <TextField
        label={country === 'US' ? words.zip : words.postalCode}
        autoComplete="postal-code"
        inputMode={country === 'US' ? 'numeric' : 'text'}
        maxLength={16}
        {...(error ? { error } : {})}
        {...field('postalCode')}
      />
    </div>
  )
}

/**
 * The billing address, and the first payment of a plan there. @param onPriced gets the address with its price; null
 * while there is none
 */
export function PricedAddress({
  priceId,
  onPriced,
}: {
  priceId: string
  onPriced: (priced: { address: BillingAddress; preview: PlanPreview } | null) => void
}) {
  const [given, setGiven] = useState<BillingAddress | null>(null)
  const address = useSettled(given)
  const { data, error, isFetching } = useQuery(planPreviewQuery(priceId, address))
  const current = address === given && address !== null && !isFetching
  useEffect(() => {
    onPriced(current && data ? { address, preview: data } : null)
  }, [current, data, address, onPriced])
  return (
    <div className="mb-5">
      <AddressFields onChange={setGiven} {...(error ? { error: sentenceOf(error, words.failed) } : {})} />
      <div className="mt-4 min-h-28">
        {given === null ? (
          <p className="text-muted text-sm">{words.why}</p>
        ) : data && current ? (
          <Totals {...data} />
        ) : (
          !error && <Skeleton className="h-28" />
        )}
      </div>
    </div>
  )
}

const Totals = ({ price, tax, total }: PlanPreview) => (
  <dl className="numeric divide-y divide-line border-line border-y text-[0.9375rem]">
    {(
      [
        [words.price, price],
        [words.tax, tax],
      ] as const
    ).map(([label, amount]) => (
      <div key={label} className="flex justify-between gap-6 py-2">
        <dt>{label}</dt>
        <dd>{formatMoney(amount)}</dd>
      </div>
    ))}
    <div className="flex items-baseline justify-between gap-6 py-2.5 font-semibold">
      <dt>{words.total}</dt>
      <dd className="figure text-[1.5rem] leading-none">{formatMoney(total)}</dd>
    </div>
  </dl>
)

/** Asks for the billing address of a running plan. */
export function BillingAddressDialog({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState<BillingAddress | null>(null)
  const save = useAction({
    mutationFn: (body: BillingAddress) => call('saveBillingAddress', { body }),
    onDone: () => refreshPlan().then(onClose),
    done: toasts.addressSaved,
    failed: { title: words.notSaved, otherwise: words.failed },
  })
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <p className="mb-4 text-muted text-sm">{words.forPlan}</p>
      <AddressFields onChange={setAddress} />
      <DialogButtons
        label={words.save}
        disabled={address === null}
        busy={save.isPending}
        onSend={() => address && save.mutate(address)}
        onCancel={onClose}
      />
    </Dialog>
  )
}
