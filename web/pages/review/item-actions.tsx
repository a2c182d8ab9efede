import type { ReactNode } from 'react'
import { texts } from '#texts/features/review.ts'
import { Key } from '../../features/review/keys-help.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

/** Approve, reject and preview a highlight or a reel, with the shortcuts for the current one. */
export function ItemActions({
  name,
  current,
  approved,
  rejected = false,
  locked,
  previewing,
  onApprove,
  onReject,
  onPreview,
  children,
}: {
  name: string
  current: boolean
  approved: boolean
  /** staff marked it as not a highlight */
  rejected?: boolean
  /** another staff member has to decide */
  locked: boolean
  previewing: boolean
  onApprove: () => void
  /** absent if it can't be rejected by itself */
  onReject?: () => void
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
          disabled={locked}
          onClick={onApprove}
        >
          {texts.approve} {current && <Key>S</Key>}
        </Button>
      )}
      {onReject && !approved && (
        <Reject name={name} current={current} rejected={rejected} locked={locked} onReject={onReject} />
      )}
      <Button
        variant="outline"
        size="sm"
        aria-expanded={previewing}
        aria-label={`${preview}: ${name}`}
        onClick={onPreview}
      >
        {preview} {current && !previewing && <Key>{texts.spaceKey}</Key>}
      </Button>
      {children}
    </div>
  )
}

/** Marks a highlight as not one, or shows that someone did. */
const Reject = ({
  name,
  current,
  rejected,
  locked,
  onReject,
}: {
  name: string
  current: boolean
  rejected: boolean
  locked: boolean
  onReject: () => void
}) =>
  rejected ? (
    <Badge tone="gray">{texts.notAHighlight}</Badge>
  ) : (
    <Button
      variant="outline"
      size="sm"
      aria-label={`${texts.notAHighlight}: ${name}`}
      disabled={locked}
      onClick={onReject}
    >
      {texts.notAHighlight} {current && <Key>{texts.notAHighlightKey}</Key>}
    </Button>
  )
