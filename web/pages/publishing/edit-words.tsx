import { Suspense, useState } from 'react'
import { texts } from '#texts/features/publishing.ts'
import { Button } from '../../ui/button.tsx'
import { dialogPart } from '../../ui/part/part.tsx'

const WordsDialog = dialogPart(() => import('./words-dialog.tsx'))

/** Opens the text of a publication that can still be changed. */
export function EditWords({ id, title }: { id: string; title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={texts.words.edit({ title })}
        onClick={() => setOpen(true)}
      >
        {texts.words.button}
      </Button>
      <Suspense>{open && <WordsDialog id={id} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
