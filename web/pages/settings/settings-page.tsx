import { Link } from 'wouter'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/pages/settings.ts'
import { UploadsSection } from '../../features/held-uploads/uploads-section.tsx'
import { PreferencesSection } from '../../features/notifications/preferences-section.tsx'
import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Near } from '../../ui/part/near.tsx'
import { part } from '../../ui/part/part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { FactorSection } from './factor-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { ReadingSection } from './reading-section.tsx'
import { RiderPageSection } from './rider-page-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Their code, and what they show, load once they are nearly visible. */
const PrivatePlaces = part(() => import('./private-places/private-places.tsx'))
const ApiAccess = part(() => import('./api/api-access.tsx'))

export default function SettingsPage() {
  return (
    <div className="page max-w-4xl py-7 sm:py-10">
      <PageTitle title={texts.title} />
      <div className="mt-5 flex flex-col gap-5">
        <UploadsSection />
        <Section id="profile" title={texts.profile.title}>
          <p className="mb-4 max-w-prose text-muted">{texts.profile.explain}</p>
          <Link href="/profile" className={buttonClass('outline')}>
            {texts.profile.open}
          </Link>
        </Section>
        <ReadingSection />
        <PreferencesSection />
        <RiderPageSection />
        <PrivacySection />
        <Section id="private-places" title={texts.privatePlaces}>
          <Near waiting={<Skeleton className="h-96" />}>
            <PrivatePlaces />
          </Near>
        </Section>
        <SessionsSection />
        <FactorSection />
        <Section id="api" title={texts.api}>
          <Near waiting={<Skeleton className="h-60" />}>
            <ApiAccess />
          </Near>
        </Section>
        <Section id="data" title={texts.data.title}>
          <p className="mb-4 max-w-prose text-muted">{texts.data.explain}</p>
          <ButtonLink variant="outline" href={api.exportData} download>
            {texts.data.download}
          </ButtonLink>
        </Section>
        <DeletionSection />
      </div>
    </div>
  )
}
