import { type ComponentProps, lazy, Suspense } from 'react'

const load = () => import('./reject-dialog.tsx')
const Loaded = lazy(load)

/** Fetches the dialog's code before the key is pressed that opens it. */
export const warmUpRejectDialog = (): void => void load().catch(() => undefined)

/** The reject dialog, its code fetched when it is first needed. */
export const RejectDialog = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
