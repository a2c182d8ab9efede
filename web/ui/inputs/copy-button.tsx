import { useState } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../button.tsx'

/** Copies a text and says so. Without a clipboard (a page without https) the text can still be selected. */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const [copied, setCopied] = useState(false)
  const hydrated = useHydrated()
  if (!hydrated || !navigator.clipboard) return null
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <span aria-live="polite">{copied ? done : label}</span>
    </Button>
  )
}
