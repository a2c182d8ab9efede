import { texts } from '#texts/features/review.ts'
import { Key } from '../../features/review/keys-help.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Every shortcut, with what it does. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={texts.keys.label}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
        {texts.keys.help.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <Key>{keys}</Key>
              {/* The look of a key is for the eyes, and for devices that have keys. */}
              <span className="pointer-fine:sr-only">{keys}</span>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
