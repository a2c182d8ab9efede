import type { ReactNode } from 'react'

/** Where the parts of a shared video's page are: the same while it loads, so that nothing moves. */
export const SharedPlaces = ({ children }: { children: ReactNode }) => (
  <div className="page max-w-5xl py-5 sm:py-8">{children}</div>
)
