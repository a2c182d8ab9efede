import { Suspense } from 'react'
import { texts } from '#texts/pages/review.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import type { Takes } from './use-takes.ts'

const CompareDialog = dialogPart(() => import('./compare-dialog.tsx'))

/** Says that one take is picked, and shows two of them beside each other. */
export function Comparing({
  takes: { takes, clear },
  onDecided,
}: {
  takes: Takes
  onDecided: (videoId: string, advance: boolean) => void
}) {
  const [first, second] = takes
  if (!first) return null
  return second ? (
    <Suspense>
      <CompareDialog takes={[first, second]} onDecided={onDecided} onClose={clear} />
    </Suspense>
  ) : (
    <div className="mb-4">
      <Alert
        title={texts.compare.picked({ what: first.description, title: first.title })}
        action={
          <Button variant="outline" size="sm" onClick={clear}>
            {texts.compare.putBack}
          </Button>
        }
      >
        {texts.compare.pickAnother}
      </Alert>
    </div>
  )
}
