import { texts } from '#texts/features/review.ts'
import { cx } from '../../lib/cx.ts'
import { Button } from '../../ui/button.tsx'

/**
 * The list of shortcuts, and the switch that turns single-key shortcuts off (WCAG 2.1.4). Hidden on devices without
 * keys.
 */
export const KeysHelp = ({
  on,
  onToggle,
  words = texts.keys,
}: {
  on: boolean
  onToggle: () => void
  words?: { label: string; help: readonly (readonly [keys: string, what: string])[]; on: string; off: string }
}) => (
  <section
    aria-label={words.label}
    className="mt-8 hidden flex-wrap items-center gap-x-5 gap-y-1.5 text-muted text-sm pointer-fine:flex"
  >
    {words.help.map(([keys, what]) => (
      <span key={keys} className={cx('whitespace-nowrap', !on && 'opacity-75 line-through')}>
        <Key>{keys}</Key> {what}
      </span>
    ))}
    <Button variant="quiet" size="sm" aria-pressed={on} onClick={onToggle}>
      {on ? words.on : words.off}
    </Button>
  </section>
)

/** A button's shortcut, shown on the button where there are keys and room. */
export const Key = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="hidden rounded-[4px] border border-current/35 px-1 font-sans font-semibold text-[0.6875rem] leading-4 sm:pointer-fine:inline-block"
  >
    {children}
  </span>
)
