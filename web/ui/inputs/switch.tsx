import type { InputHTMLAttributes } from 'react'

/** An on/off switch that applies immediately. Needs an `aria-label` or a label element. */
export const Switch = (props: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'className'>) => (
  <span className="relative inline-grid h-7 w-12 shrink-0">
    <input
      {...props}
      type="checkbox"
      role="switch"
      aria-checked={props.checked}
      className="peer size-full cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-pine checked:bg-pine disabled:cursor-default disabled:opacity-65"
    />
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-line-strong transition-[translate,background-color] duration-150 peer-checked:translate-x-5 peer-checked:bg-on-pine"
    />
  </span>
)
