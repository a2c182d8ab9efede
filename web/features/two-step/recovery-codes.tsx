import { useEffect, useRef } from 'react'
import { texts } from '#texts/features/two-step.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'

/** Recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // They replace the submitted form, and take over its focus.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="recovery-codes">
      <h3 ref={heading} id="recovery-codes" tabIndex={-1} className="heading text-[1.25rem]">
        {texts.codes.title}
      </h3>
      <p className="mt-1 max-w-prose text-muted">{texts.codes.explain}</p>
      <ul className="my-4 grid max-w-md grid-cols-1 gap-x-6 gap-y-1 rounded-lg border border-line bg-raised p-4 font-mono sm:grid-cols-2">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label={texts.codes.copy} done={texts.codes.copied} />
        <Button size="sm" onClick={onDone}>
          {texts.codes.done}
        </Button>
      </div>
    </section>
  )
}
