import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import { sharedParameter, takeSharedFiles } from '../../lib/shared-files.ts'
import { toast } from '../../lib/toast.ts'
import { takeFiles } from './drop-zone.tsx'
import { texts } from './texts.ts'

/** Selects what another app shared with this one, as if it had been dropped here. */
export function useSharedFiles(onFiles: (files: File[]) => void): void {
  const [search, setSearch] = useSearchParams()
  const outcome = search.get(sharedParameter)
  const take = useEffectEvent(async () => {
    const files = await takeSharedFiles().catch(() => [])
    setSearch({}, { replace: true })
    if (files.length > 0) takeFiles(files, onFiles)
    else toast(texts.toasts.notShared)
  })
  useEffect(() => {
    if (outcome) void take()
  }, [outcome])
}
