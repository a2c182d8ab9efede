import { texts } from '#texts/pages/settings.ts'
import { useUpdateProfile } from '../../features/accounts/update-profile.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Section } from '../../ui/card.tsx'
import { useReviewLearning } from './calls.ts'
import { Choice } from './choice.tsx'

const { privacy } = texts

/** What others learn about where the person rides, and what reviews of their videos are used for. */
export function PrivacySection() {
  const { hideHomeZone, showMap, learnFromReviews } = useUser()
  const profile = useUpdateProfile()
  const learning = useReviewLearning()
  return (
    <Section id="privacy" title={privacy.title}>
      <div className="divide-y divide-line">
        <Choice
          id="hide-home-zone"
          title={privacy.homeZone}
          about={privacy.about}
          on={profile.isPending ? (profile.variables.hideHomeZone ?? hideHomeZone) : hideHomeZone}
          busy={profile.isPending}
          onChange={on => profile.mutate({ hideHomeZone: on })}
        />
        <Choice
          id="show-map"
          title={privacy.map}
          about={privacy.aboutMap}
          on={profile.isPending ? (profile.variables.showMap ?? showMap) : showMap}
          busy={profile.isPending}
          onChange={on => profile.mutate({ showMap: on })}
        />
        <Choice
          id="learn-from-reviews"
          title={privacy.learning}
          about={privacy.aboutLearning}
          on={learning.isPending ? learning.variables : learnFromReviews}
          busy={learning.isPending}
          onChange={on => learning.mutate(on)}
        />
      </div>
    </Section>
  )
}
