import { Link } from 'wouter'
import { brand } from '#contract/brand.ts'

export const Footer = () => (
  <footer className="border-line border-t">
    <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-7 text-muted text-sm">
      {/* Prerendered markup may be a year old. */}
      <p suppressHydrationWarning>
        © {new Date().getFullYear()} {brand}. All rights reserved.
      </p>
      <nav aria-label="Legal" className="flex gap-6">
        <Link href="/terms" className="rounded-sm py-1 hover:text-ink hover:underline">
          Terms of Service
        </Link>
        <Link href="/privacy" className="rounded-sm py-1 hover:text-ink hover:underline">
          Privacy Policy
        </Link>
      </nav>
    </div>
  </footer>
)
