/** A platform's picture beside its name, drawn from the path that the contract has of it. */
export const PlatformIcon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 shrink-0 fill-current">
    <path d={path} fillRule="evenodd" />
  </svg>
)
