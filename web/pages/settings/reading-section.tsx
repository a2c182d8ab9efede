import { useQueryClient } from '@tanstack/react-query'
import { type UnitSystem, unitSystems } from '#contract/gauges/units.ts'
import { type Language, languages } from '#contract/reading/languages.ts'
import { texts } from '#texts/pages/settings.ts'
import { showIn } from '../../features/accounts/language.ts'
import { useUpdateProfile } from '../../features/accounts/update-profile.ts'
import { language } from '../../lib/language.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { visit } from '../../lib/visit.ts'
import { Section } from '../../ui/card.tsx'
import { Select } from '../../ui/inputs/field.tsx'

const { reading } = texts
const languageOptions = Object.entries(languages).map(([value, label]) => ({ value, label }))
const unitOptions = unitSystems.map(value => ({ value, label: reading.systems[value] }))

/** The language of the app, and the units of speeds, heights and distances. */
export function ReadingSection() {
  const user = useUser()
  const profile = useUpdateProfile()
  const queries = useQueryClient()
  const units = (profile.isPending && profile.variables.units) || user.units
  return (
    <Section id="language" title={reading.title}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={reading.language}
          options={languageOptions}
          value={(profile.isPending && profile.variables.language) || language}
          disabled={profile.isPending}
          onChange={event => {
            const chosen = event.target.value as Language
            profile.mutate({ language: chosen }, { onSuccess: () => showIn(chosen) })
          }}
        />
        <Select
          label={reading.units}
          options={unitOptions}
          value={units ?? visit().units}
          disabled={profile.isPending}
          onChange={event =>
            profile.mutate(
              { units: event.target.value as UnitSystem },
              // The server says measurements in these units, too.
              { onSuccess: () => queries.invalidateQueries() },
            )
          }
        />
      </div>
    </Section>
  )
}
