import { Link } from 'wouter'
import { brand } from '#contract/brand.ts'

/** The wordmark; leads home. */
export const BrandMark = () => (
  <Link
    href="/"
    className="-mx-1.5 rounded-md px-1.5 font-bold text-ink font-display text-[1.75rem] leading-none tracking-tight"
  >
    {brand}
  </Link>
)
