import * as Radix from 'radix-ui/toast'
import { toastDurationMs } from '#contract/constants.ts'
import { texts } from '#texts/ui.ts'
import { cx } from '../lib/cx.ts'
import { dismissToast, useToast } from '../lib/toast.ts'
import { X } from './icons/x.tsx'

/** The single toast. F8 focuses it, a swipe or Escape dismisses it. */
export default function Toaster() {
  const toast = useToast()
  const destructive = toast?.variant === 'destructive'
  return (
    <Radix.Provider duration={toastDurationMs} swipeDirection="right" label={texts.notification}>
      {toast && (
        <Radix.Root
          key={toast.id}
          type={destructive ? 'foreground' : 'background'}
          duration={toast.duration ?? toastDurationMs}
          onOpenChange={open => !open && dismissToast(toast.id)}
          className={cx(
            'flex animate-rise items-start gap-3 rounded-lg border bg-raised py-3.5 pr-2.5 pl-4.5 shadow-float',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-leave',
            destructive ? 'border-danger/45' : 'border-line',
          )}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className={cx('font-semibold', destructive && 'text-danger')}>
              {toast.title}
            </Radix.Title>
            {toast.description && (
              <Radix.Description className="mt-0.5 text-muted text-sm">{toast.description}</Radix.Description>
            )}
          </div>
          <Radix.Close
            className="grid size-8 place-items-center rounded-md text-muted hover:bg-ink/7 hover:text-ink"
            aria-label={texts.close}
          >
            <X aria-hidden="true" className="size-4" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        hotkey={['F8']}
        label={texts.notifications}
        className="fixed inset-x-3 top-[var(--toast-top,0.75rem)] z-60 outline-none sm:left-auto sm:w-96 lg:top-auto lg:right-6 lg:bottom-6"
      />
    </Radix.Provider>
  )
}
