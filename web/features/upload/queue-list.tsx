import { texts } from '#texts/features/upload.ts'
import { formatMegabytes } from '../../lib/bytes.ts'
import { buttonClass } from '../../ui/button.tsx'
import { X } from '../../ui/icons/x.tsx'

/** Files waiting to upload, each of which can be removed. */
export function QueueList<T>({
  items,
  onRemove,
}: {
  items: readonly { key: T; title: string; size: number }[]
  onRemove: (key: T) => void
}) {
  if (items.length === 0) return null
  return (
    <section aria-label={texts.queue.title}>
      <h2 className="mb-1.5 font-semibold text-sm">{texts.queue.title}</h2>
      <ol className="divide-y divide-line border-line border-y">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name and size; their order is what they are
          <li key={index} className="flex min-h-11 items-center gap-3 text-sm">
            <span className="min-w-0 flex-1 truncate font-medium">{item.title}</span>
            <span className="numeric text-muted">{formatMegabytes(item.size)}</span>
            <button
              type="button"
              aria-label={texts.queue.remove({ title: item.title })}
              onClick={() => onRemove(item.key)}
              className={buttonClass('quiet', 'icon')}
            >
              <X aria-hidden="true" className="size-4.5" />
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
