import { Link } from 'wouter'
import { texts } from '#texts/pages/not-found.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export default function NotFoundPage() {
  return (
    <div className="relative isolate grid min-h-[60svh] place-items-center overflow-hidden px-5 py-20 text-center">
      <Contours seed={23} className="mask-b-from-40% -z-10" />
      <div>
        <PageTitle title={texts.title} className="text-[2.75rem] sm:text-[3.75rem]" />
        <p className="mt-3 text-muted">{texts.text}</p>
        <Link href="/" className={buttonClass('primary', 'md', 'mt-7')}>
          {texts.home}
        </Link>
      </div>
    </div>
  )
}
