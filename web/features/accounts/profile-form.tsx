import { type CurrentUser, experienceLevels, ridingStyles } from '#contract/accounts.ts'
import { forgetDraft } from '../../lib/draft.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/inputs/field.tsx'
import { texts } from './texts.ts'
import { useUpdateProfile } from './update-profile.ts'

/** The form's key among the drafts. */
export const profileDraft = 'profile'

const { profile } = texts
const notTold = { value: '', label: profile.any }

interface Fields {
  biography: string
  ridingStyle: NonNullable<CurrentUser['ridingStyle']> | ''
  experienceLevel: NonNullable<CurrentUser['experienceLevel']> | ''
  location: string
}

const styles = [notTold, ...ridingStyles.map(value => ({ value, label: profile.ridingStyles[value] }))]
const levels = [
  notTold,
  ...experienceLevels.map(value => ({ value, label: profile.experienceLevels[value] })),
]

/** What riders say about themselves. Every field may stay empty. */
export function ProfileForm({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const draft = useDraft<Fields>(profileDraft, {
    biography: user.biography ?? '',
    ridingStyle: user.ridingStyle ?? '',
    experienceLevel: user.experienceLevel ?? '',
    location: user.location ?? '',
  })
  const { fields, field } = draft
  const update = useUpdateProfile()
  const finish = () => {
    forgetDraft(profileDraft)
    onDone()
  }
  const save = () =>
    update.mutate(
      {
        biography: fields.biography || null,
        ridingStyle: fields.ridingStyle || null,
        experienceLevel: fields.experienceLevel || null,
        location: fields.location || null,
        equipment: user.equipment,
        socialLinks: user.socialLinks,
      },
      { onSuccess: finish },
    )
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
    >
      {draft.restored && (
        <div className="mb-5">
          <Alert title={profile.kept} />
        </div>
      )}
      <fieldset disabled={update.isPending} className="grid gap-5 sm:grid-cols-2">
        <legend className="sr-only">{profile.title}</legend>
        <div className="sm:col-span-2">
          <TextArea
            label={profile.fields.biography}
            hint={profile.biographyHint}
            maxLength={1000}
            {...field('biography')}
          />
        </div>
        <Select label={profile.fields.ridingStyle} options={styles} {...field('ridingStyle')} />
        <Select label={profile.fields.experienceLevel} options={levels} {...field('experienceLevel')} />
        <div className="sm:col-span-2">
          <TextField
            label={profile.fields.location}
            placeholder={profile.locationPlaceholder}
            autoComplete="address-level2"
            maxLength={120}
            {...field('location')}
          />
        </div>
      </fieldset>
      <div className="mt-6 flex gap-2.5">
        <Button type="submit" busy={update.isPending}>
          {profile.save}
        </Button>
        <Button variant="quiet" disabled={update.isPending} onClick={finish}>
          {profile.cancel}
        </Button>
      </div>
    </form>
  )
}
