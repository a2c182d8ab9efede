import { useEffect, useRef, useState } from 'react'
import { type CurrentUser, experienceLevels, greetingName, ridingStyles } from '#contract/accounts.ts'
import { texts } from '#texts/features/accounts.ts'
import { forgetDraft, hasDraft } from '../../lib/draft.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Select, TextArea, TextField } from '../../ui/inputs/field.tsx'
import { useUpdateProfile } from './update-profile.ts'

const { profile } = texts

/** The rider's profile, shown and edited in the same place. */
export function ProfileCard({ user }: { user: CurrentUser }) {
  const [editing, setEditing] = useState(() => hasDraft(profileDraft))
  const card = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  // The pressed button disappears with its view, so the focus moves to the other view's first control.
  useEffect(() => {
    if (pressed.current) card.current?.querySelector<HTMLElement>(editing ? 'textarea' : 'button')?.focus()
  }, [editing])
  const edit = (next: boolean) => {
    pressed.current = true
    setEditing(next)
  }
  const facts = [
    [profile.fields.biography, user.biography],
    [profile.fields.ridingStyle, user.ridingStyle && profile.ridingStyles[user.ridingStyle]],
    [profile.fields.experienceLevel, user.experienceLevel && profile.experienceLevels[user.experienceLevel]],
    [profile.fields.location, user.location],
  ] as const
  return (
    <div ref={card} className="max-w-3xl">
      <Section
        id="profile"
        title={greetingName(user)}
        action={
          !editing && (
            <Button variant="outline" size="sm" onClick={() => edit(true)}>
              {profile.edit}
            </Button>
          )
        }
      >
        <p className="-mt-3 mb-5 break-words text-muted text-sm">{user.email}</p>
        {editing ? (
          <ProfileForm user={user} onDone={() => edit(false)} />
        ) : (
          <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
            {facts.map(([name, value], index) => (
              <div key={name} className={index === 0 ? 'sm:col-span-full' : undefined}>
                <dt className="text-muted text-sm">{name}</dt>
                <dd
                  className={value ? 'mt-0.5 whitespace-pre-line break-words' : 'mt-0.5 text-muted text-sm'}
                >
                  {value || profile.missing}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Section>
    </div>
  )
}

/** The form's key among the drafts. */
const profileDraft = 'profile'

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
function ProfileForm({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
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
