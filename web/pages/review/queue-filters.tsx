import { useState } from 'react'
import { type ReviewOrder, reviewOrders } from '#contract/rejections.ts'
import { texts } from '#texts/features/review.ts'
import { categoryOptions } from '../../entities/video/category-options.ts'
import type { QueueFilter, Which } from '../../features/review/calls.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Select } from '../../ui/inputs/field.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'

const { list: words } = texts

/** The queue's order and category, as its page's address has them, and what is searched. */
export function useQueueFilter(address: URLSearchParams, onAddress: (parts: Record<string, string>) => void) {
  const which: Which = address.get('show') === 'all' ? 'all' : 'waiting'
  const orders = which === 'waiting' ? reviewOrders : (['newest', 'oldest'] as const)
  const order = orders.find(value => value === address.get('order'))
  const category = categoryOptions.find(({ value }) => value === address.get('category'))?.value
  const [text, setText] = useState('')
  const search = useSettled(text.trim())
  // What makes no sense in the address is left out.
  const chosen = { ...(order && { order }), ...(category && { category }) }
  const addressOf = (shown: Which) => ({ ...(shown === 'all' && { show: shown }), ...chosen })
  const here = addressOf(which)
  const filter: QueueFilter = { ...chosen, ...(search && { search }) }
  return {
    ...{ which, here, addressOf, filter },
    isNarrowed: Boolean(search || category),
    fields: {
      ...{ orders, text, category: category ?? '', order: order ?? orders[0] },
      onText: setText,
      onOrder: (value: string) => onAddress({ ...here, order: value }),
      onCategory: (value: string) => {
        const { category: _, ...others } = here
        onAddress(value ? { ...others, category: value } : others)
      },
    },
  }
}

/** Search, order and category of the queue. */
export const QueueFilters = ({
  orders,
  order,
  category,
  text,
  onOrder,
  onCategory,
  onText,
}: {
  orders: readonly ReviewOrder[]
  order: ReviewOrder
  /** no name stands for any */
  category: string
  text: string
  onOrder: (order: string) => void
  onCategory: (category: string) => void
  onText: (text: string) => void
}) => (
  <search className="mt-3 grid grid-cols-2 gap-2">
    <SearchField className="col-span-2" label={words.search} value={text} onChange={onText} />
    <Select
      label={words.order}
      labelHidden
      className="h-10 text-sm"
      value={order}
      onChange={event => onOrder(event.target.value)}
      options={orders.map(value => ({ value, label: words.orders[value] }))}
    />
    <Select
      label={words.category}
      labelHidden
      className="h-10 text-sm"
      value={category}
      onChange={event => onCategory(event.target.value)}
      options={[{ value: '', label: words.anyCategory }, ...categoryOptions]}
    />
  </search>
)
