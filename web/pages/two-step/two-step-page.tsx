import type { CurrentUser } from '#contract/accounts.ts'
import { texts } from '#texts/features/two-step.ts'
import { CodeForm } from '../../features/two-step/code-form.tsx'
import { SetUpFactor } from '../../features/two-step/set-up-factor.tsx'
import { refreshTwoFactor } from '../../features/two-step/two-factor.ts'
import { call } from '../../lib/calls/call.ts'
import { PageTitle } from '../../ui/page-title.tsx'

/** Replaces every page until the session has passed two-step verification. */
export default function TwoFactorPage({ step }: { step: NonNullable<CurrentUser['twoFactor']> }) {
  const goOn = () => void refreshTwoFactor()
  return (
    <div className="page max-w-xl py-14 sm:py-20">
      <PageTitle title={texts.page[step]} focused />
      <p className="mt-2 mb-6 text-muted">{step === 'setup' ? texts.page.whySetup : texts.page.whyMissing}</p>
      {step === 'setup' ? (
        <SetUpFactor onDone={goOn} />
      ) : (
        <CodeForm send={code => call('twoFactorVerify', { body: { code } })} onDone={goOn} />
      )}
    </div>
  )
}
