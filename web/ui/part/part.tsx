import { type ComponentType, type ReactNode, use, useEffect, useReducer } from 'react'
import { texts } from '#texts/ui.ts'
import { perTab } from '../../lib/browser-storage.ts'
import { useBackOnline } from '../../lib/online.ts'
import { toast } from '../../lib/toast.ts'
import { visit } from '../../lib/visit.ts'
import { RetryAlert } from '../alert.tsx'

type Code<Props> = { default: ComponentType<Props> }
/** In the server's build an import says which file it is of (scripts/vite/import-sources.ts). */
type Loading<Props> = Promise<Code<Props>> & { source?: string }

/** What a stand-in knows about a part whose code couldn't be fetched. */
export interface Failure<Props> {
  props: Props
  /** Tries again now. */
  retry: () => void
}

export interface Part<Props> {
  (props: Props): ReactNode
  /** Fetches the code ahead of time. Throws what the import throws. */
  fetch: () => Promise<unknown>
}

/**
 * A component whose code is fetched when it is first shown, for a Suspense boundary. If that fails, only its own place
 * says so and offers to try again; React's `lazy` takes the whole page down and never tries again. Once fetched, it
 * renders without waiting, which `lazy` never does.
 * @param Failed what stands in for it then
 */
export function part<Props extends object>(
  load: () => Loading<Props>,
  Failed: ComponentType<Failure<Props>> = MissingCode,
): Part<Props> {
  let code: Code<Props> | undefined
  let pending: Promise<Code<Props> | { error: unknown }> | undefined
  let source: string | undefined
  const fetchOnce = () => {
    if (pending) return pending
    const loading = load()
    source = loading.source
    pending = loading.then(
      loaded => (code = loaded),
      (error: unknown) => {
        void reloadForNewVersion()
        return { error }
      },
    )
    return pending
  }
  function Shown(props: Props) {
    const [, draw] = useReducer((count: number) => count + 1, 0)
    const fetched = code ?? use(fetchOnce())
    if (source) visit().drawing?.sources.add(source)
    if ('default' in fetched) return <fetched.default {...props} />
    const retry = () => {
      pending = undefined
      draw()
    }
    return <Failed props={props} retry={retry} />
  }
  Shown.fetch = async () => {
    const fetched = await fetchOnce()
    if ('default' in fetched) return
    pending = undefined
    throw fetched.error
  }
  return Shown
}

/** A dialog as a part: if its code can't be fetched, a toast says so and the dialog counts as closed. */
export const dialogPart = <Props extends { onClose: () => void }>(load: () => Loading<Props>) =>
  part(load, FailedDialog)

/** Says that code couldn't be fetched; retries on request, or when the device is online again. */
export function MissingCode({ title = texts.partFailed, retry }: { title?: string; retry: () => void }) {
  useBackOnline(retry)
  return (
    <RetryAlert title={title} onRetry={retry}>
      {texts.connectionFailed}
    </RetryAlert>
  )
}

function FailedDialog({ props: { onClose }, retry }: Failure<{ onClose: () => void }>) {
  useEffect(() => {
    toast({ title: texts.dialogFailed, description: texts.connectionFailed, variant: 'destructive' })
    // Closed in the same go, so nothing is fetched before the dialog is opened again.
    retry()
    onClose()
  }, [retry, onClose])
  return null
}

const reloadKey = 'reloaded-for-new-version'
const reloadPauseMs = 60_000

/**
 * Reloads the page if the server no longer has the page's entry script, because another build replaced it; at most once
 * a minute. Where the server can't be reached, nothing happens: a page that is there is worth more than a failed reload.
 */
async function reloadForNewVersion(): Promise<void> {
  if (Date.now() - Number(perTab.get(reloadKey)) < reloadPauseMs) return
  // Either the page loads its entry script itself, or start.js does.
  const script = document.querySelector<HTMLScriptElement>('script[data-app],script[type=module]')
  const entry = script?.dataset.app ?? script?.src
  if (!entry) return
  const answer = await fetch(entry, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.status !== 404) return
  perTab.set(reloadKey, String(Date.now()))
  window.location.reload()
}
