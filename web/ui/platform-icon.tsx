/** A platform's icon, drawn from the contract's path data. */
export const PlatformIcon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 shrink-0 fill-current">
    <path d={path} fillRule="evenodd" />
  </svg>
)
