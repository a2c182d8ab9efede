import { useUpdateProfile } from '../../features/accounts/update-profile.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Section } from '../../ui/card.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { texts } from './texts.ts'

const { privacy } = texts

/** What others get to know of where one rides. */
export function PrivacySection() {
  const { hideHomeZone } = useUser()
  const change = useUpdateProfile()
  const shown = change.isPending ? change.variables.hideHomeZone : hideHomeZone
  return (
    <Section id="privacy" title={privacy.title}>
      <label htmlFor="hide-home-zone" className="flex items-start justify-between gap-4">
        <span className="max-w-prose">
          <span className="block font-semibold">{privacy.homeZone}</span>
          <span className="block text-muted text-sm">{privacy.about}</span>
        </span>
        <Switch
          id="hide-home-zone"
          checked={shown}
          disabled={change.isPending}
          onChange={event => change.mutate({ hideHomeZone: event.target.checked })}
        />
      </label>
    </Section>
  )
}
