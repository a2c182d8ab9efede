import { useOnline } from '../../lib/online.ts'
import { texts } from './texts.ts'

/** Shown while offline: the page may be out of date and uploads wait. Announced when it appears and disappears. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="border-pending/30 border-b bg-pending-tint px-4 py-2 text-center text-sm">
          <span className="font-semibold text-pending">{texts.offline.title}</span> {texts.offline.text}
        </p>
      )}
    </div>
  )
}
