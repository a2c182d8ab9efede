import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Asked } from './calls.ts'
import { texts } from './texts.ts'

/** Asks for confirmation. */
export function Question({
  asked: { what, version },
  busy,
  onYes,
  onNo,
}: {
  asked: Asked
  busy: boolean
  onYes: () => void
  onNo: () => void
}) {
  const words = texts.ask[what]
  return (
    <Dialog open onClose={onNo} title={words.title(version)}>
      <p className="mb-5">{words.text}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant={what === 'use' ? 'primary' : 'danger'} busy={busy} onClick={onYes}>
          {words.confirm(version)}
        </Button>
        <Button variant="quiet" onClick={onNo}>
          {texts.ask.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
