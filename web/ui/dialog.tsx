import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { texts } from '#texts/ui.ts'
import { cx } from '../lib/cx.ts'
import { buttonClass } from './button.tsx'
import { X } from './icons/x.tsx'

/**
 * A modal dialog: a sheet from below on phones, centered elsewhere. Radix's own overlay is not used because it
 * writes a style element into the page, which the content policy forbids; styles.css locks the scroll instead.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  wide = false,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  /** For screen readers: the dialog's purpose, if its content doesn't start with it. */
  description?: string
  wide?: boolean
  children: ReactNode
}) {
  const opener = useRef<HTMLElement | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={next => !next && onClose()}>
      <Radix.Portal>
        <div
          data-scroll-lock
          aria-hidden="true"
          // As high as the content, so that a second dialog's lies over the first one.
          className="fixed inset-0 z-50 animate-fade bg-night/60 motion-safe:backdrop-blur-[2px]"
        />
        <Radix.Content
          onOpenAutoFocus={() => {
            opener.current = document.activeElement as HTMLElement | null
          }}
          // Radix only returns the focus to its own trigger, but addresses open these dialogs.
          onCloseAutoFocus={event => {
            event.preventDefault()
            opener.current?.focus()
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-50 flex animate-rise flex-col border border-line bg-ground shadow-float outline-none',
            'inset-x-0 bottom-0 max-h-[94dvh] rounded-t-xl',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[90dvh] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl',
            wide ? 'sm:w-[min(74rem,calc(100vw-3rem))]' : 'sm:w-[min(46rem,calc(100vw-3rem))]',
          )}
        >
          <div
            ref={keepToastsOff}
            className="flex items-center gap-4 border-line border-b py-3 pr-3 pl-5 sm:pl-6"
          >
            {/* The clamp cuts at the line box, so lines have to be tall enough for a g or a y. */}
            <Radix.Title className="heading line-clamp-2 min-w-0 flex-1 break-words text-[1.375rem] leading-tight sm:text-[1.5rem]">
              {title}
            </Radix.Title>
            <Radix.Close className={buttonClass('quiet', 'icon')} aria-label={texts.close}>
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </div>
          {description && <Radix.Description className="sr-only">{description}</Radix.Description>}
          <div className="scroll-pb-20 overflow-y-auto overscroll-contain">
            {/* Padded inside the scroll area, so that actions stick to its edge. */}
            <div className="p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:p-6">{children}</div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Pixels that a toast takes at the top of a small screen. */
const toastRoom = 136

/** Where a dialog's title is where toasts are shown, they are shown below it. */
function keepToastsOff(title: HTMLElement | null): (() => void) | undefined {
  if (!title?.parentElement) return
  const { style } = document.documentElement
  const before = style.getPropertyValue('--toast-top')
  const place = () => {
    const { top, bottom } = title.getBoundingClientRect()
    style.setProperty('--toast-top', top < toastRoom ? `${bottom + 8}px` : '')
  }
  const sizes = new ResizeObserver(place)
  sizes.observe(title.parentElement)
  return () => {
    sizes.disconnect()
    style.setProperty('--toast-top', before)
  }
}
