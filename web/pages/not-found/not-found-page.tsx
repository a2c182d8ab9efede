import { Link } from 'wouter'
import { buttonClass } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export function NotFoundPage() {
  return (
    <div className="relative isolate grid min-h-[60svh] place-items-center overflow-hidden px-5 py-20 text-center">
      <Contours seed={23} className="-z-10" />
      <div>
        <PageTitle title="404 Page Not Found" className="text-[2.75rem] sm:text-[3.75rem]" />
        <p className="mt-3 text-muted">The trail ends here. The page was moved, or the address has a typo.</p>
        <Link href="/" className={buttonClass('primary', 'md', 'mt-7')}>
          Back to the start
        </Link>
      </div>
    </div>
  )
}
