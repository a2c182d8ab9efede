import type { ReactNode } from 'react'
import { Key } from '../../features/review/keys-help.tsx'
import { texts } from '../../features/review/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

/** Approve and Preview of a highlight or a compilation, with the keys that do the same for the one that is current. */
export function ItemActions({
  name,
  current,
  approved,
  previewing,
  onApprove,
  onPreview,
  children,
}: {
  name: string
  current: boolean
  approved: boolean
  previewing: boolean
  onApprove: () => void
  onPreview: () => void
  children?: ReactNode
}) {
  const preview = previewing ? texts.closePreview : texts.preview
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-2">
      {approved ? (
        <Badge tone="green">{texts.approved}</Badge>
      ) : (
        <Button
          variant={current ? 'primary' : 'outline'}
          size="sm"
          aria-label={`${texts.approve}: ${name}`}
          onClick={onApprove}
        >
          {texts.approve} {current && <Key>S</Key>}
        </Button>
      )}
      <Button
        variant="outline"
        size="sm"
        aria-expanded={previewing}
        aria-label={`${preview}: ${name}`}
        onClick={onPreview}
      >
        {preview} {current && !previewing && <Key>Space</Key>}
      </Button>
      {children}
    </div>
  )
}
