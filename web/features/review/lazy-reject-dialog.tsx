import { type ComponentProps, lazy, Suspense } from 'react'

const load = () => import('./reject-dialog.tsx')
const Loaded = lazy(load)

/** Fetches the dialog's code before its shortcut is pressed. */
export const warmUpRejectDialog = (): void => void load().catch(() => undefined)

/** The reject dialog, with its code fetched when first needed. */
export const RejectDialog = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
