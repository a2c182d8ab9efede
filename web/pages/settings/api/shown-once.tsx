import { useEffect, useRef } from 'react'
import { texts } from '#texts/pages/settings/api.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'

/** A secret that no later answer contains. It takes over the focus of the form that it replaces. */
export function ShownOnce({ title, secret, onDone }: { title: string; secret: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mt-4 rounded-lg border border-line bg-raised p-4">
      <h4 ref={heading} tabIndex={-1} className="font-semibold">
        {title}
      </h4>
      <p className="mt-1 max-w-prose text-muted text-sm">{texts.once}</p>
      <p className="my-3 break-all font-mono text-sm">{secret}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={secret} label={texts.copy} done={texts.copied} />
        <Button size="sm" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </div>
  )
}
