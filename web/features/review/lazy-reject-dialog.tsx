import { type ComponentProps, Suspense } from 'react'
import { dialogPart } from '../../ui/part/part.tsx'

const Loaded = dialogPart(() => import('./reject-dialog.tsx'))

/** Fetches the dialog's code before its shortcut is pressed. */
export const warmUpRejectDialog = (): void => void Loaded.fetch().catch(() => undefined)

/** The reject dialog, with its code fetched when first needed. */
export const RejectDialog = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
