import { Link } from 'wouter'
import { api } from '#contract/paths.ts'
import { texts as notifications } from '#texts/features/notifications.ts'
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

/** The sections of the page in their order: their ids and names. */
const contents = [
  ['profile', texts.profile.title],
  ['language', texts.reading.title],
  ['notification-preferences', notifications.preferences.title],
  ['rider-page', texts.riderPage.title],
  ['privacy', texts.privacy.title],
  ['private-places', texts.privatePlaces],
  ['sessions', texts.sessions.title],
  ['two-factor', texts.factor.title],
  ['api', texts.api],
  ['data', texts.data.title],
  ['deletion', texts.deletion.title],
] as const

export default function SettingsPage() {
  return (
    <div className="page max-w-5xl gap-x-10 py-7 sm:py-10 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="lg:col-span-2">
        <PageTitle title={texts.title} />
      </div>
      <nav aria-label={texts.contents} className="mt-3 lg:mt-5">
        <ul className="flex flex-wrap gap-x-5 lg:sticky lg:top-24 lg:flex-col">
          {contents.map(([id, name]) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="block rounded-sm py-1 text-muted text-sm hover:text-ink hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-5 flex min-w-0 flex-col gap-5">
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
