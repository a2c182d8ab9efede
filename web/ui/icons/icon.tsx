import type { ReactElement, ReactNode, SVGProps } from 'react'

export type Icon = (props: SVGProps<SVGSVGElement>) => ReactElement

/**
 * An icon of Lucide 1.75 (https://lucide.dev/icons, license in LICENSE), hidden from screen readers: whatever it stands
 * in has the words. To add one, copy its shapes into a file of its own, because a page loads only the icons it shows.
 */
export const icon =
  (name: string, shapes: ReactNode): Icon =>
  ({ className = '', ...props }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
      className={`lucide-${name} ${className}`}
    >
      {shapes}
    </svg>
  )
