import { type RefObject, useRef } from 'react'

/** Handlers of a Radix panel that isn't in the same tree as its button. */
interface GivesBack {
  onInteractOutside: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/** Gives the focus back to the button that opened a panel, unless the person went elsewhere. */
export function useGivesBack(button: RefObject<HTMLElement | null>): GivesBack {
  const elsewhere = useRef(false)
  return {
    onInteractOutside: event => {
      // The button closes the panel itself.
      if (button.current?.contains(event.target as Node)) event.preventDefault()
      else elsewhere.current = true
    },
    onCloseAutoFocus: event => {
      event.preventDefault()
      if (!elsewhere.current) button.current?.focus()
    },
  }
}
