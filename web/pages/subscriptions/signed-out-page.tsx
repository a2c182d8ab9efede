import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/subscriptions.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

const { signedOut: words } = texts

/** The plans page for visitors, who have to sign in first. */
export default function SignedOutPage() {
  return (
    <div className="relative isolate grid min-h-[60svh] place-items-center">
      <Contours seed={63} className="mask-b-from-40% -z-10" />
      <div className="page max-w-xl py-12 text-center">
        <PageTitle title={words.title} />
        <p className="mt-3 text-muted">{words.text}</p>
        <ButtonLink href={`${api.login}?returnTo=${encodeURIComponent('/premium')}`} className="mt-7">
          {words.button}
        </ButtonLink>
      </div>
    </div>
  )
}
