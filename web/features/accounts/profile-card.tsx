import { useEffect, useRef, useState } from 'react'
import { type CurrentUser, greetingName } from '#contract/accounts.ts'
import { hasDraft } from '../../lib/draft.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { ProfileForm, profileDraft } from './profile-form.tsx'
import { texts } from './texts.ts'

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
                <dd className={value ? 'mt-0.5 whitespace-pre-line break-words' : 'mt-0.5 text-muted italic'}>
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
