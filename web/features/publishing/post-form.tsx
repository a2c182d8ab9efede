import { type ChannelKind, interactionNames, type PostForm } from '#contract/publishing/constants.ts'
import type { ChannelForm, PostChoices } from '#contract/publishing/publications.ts'
import { texts as words } from '#texts/features/publishing/form.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { audienceOf } from './audiences.ts'

const noInteractions = { comment: false, duet: false, stitch: false }
const nothingDisclosed = { yourBrand: false, brandedContent: false }

/** The choices that a platform requires for a post: nothing is preselected, and what the account has off stays off. */
export function PostFormFields({
  form,
  account,
  kind,
  usual = null,
  value,
  onChange,
}: {
  form: PostForm
  account: ChannelForm
  kind: ChannelKind
  /** who sees the channel's posts by default; null: it has to be chosen here */
  usual?: string | null
  value: PostChoices
  onChange: (value: PostChoices) => void
}) {
  const { interactions = noInteractions, disclosure = nothingDisclosed, privacy = '' } = value
  const branded = disclosure.brandedContent
  const label = form.label(disclosure)
  return (
    <div className="space-y-4">
      <p className="break-words text-sm">
        {words.postingAs} <strong>{account.nickname}</strong>
      </p>
      <Select
        label={words.privacy}
        value={privacy}
        error={branded && form.notBranded.includes(privacy || usual || '') ? words.notPrivate : undefined}
        onChange={event => {
          const { privacy: _before, ...rest } = value
          onChange(event.target.value ? { ...rest, privacy: event.target.value } : rest)
        }}
        options={[
          { value: '', label: usual ? words.asSet({ level: audienceOf(kind, usual) }) : words.choose },
          ...account.privacyOptions.map(option => ({
            value: option,
            label: audienceOf(kind, option),
          })),
        ]}
      />
      <fieldset>
        <legend className="mb-1 font-semibold text-sm">{words.allow}</legend>
        <div className="flex flex-wrap gap-x-6">
          {interactionNames.map(name => {
            const closed = account.closed.includes(name)
            return (
              <Checkbox
                key={name}
                disabled={closed}
                checked={interactions[name] && !closed}
                onChange={on => onChange({ ...value, interactions: { ...interactions, [name]: on } })}
              >
                {closed ? words.closed({ what: words.interactions[name] }) : words.interactions[name]}
              </Checkbox>
            )
          })}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-semibold text-sm">{words.disclose}</legend>
        <Checkbox
          checked={disclosure.yourBrand}
          onChange={yourBrand => onChange({ ...value, disclosure: { ...disclosure, yourBrand } })}
        >
          {words.yourBrand}
        </Checkbox>
        <Checkbox
          checked={branded}
          onChange={brandedContent => onChange({ ...value, disclosure: { ...disclosure, brandedContent } })}
        >
          {words.brandedContent}
        </Checkbox>
        {label && <p className="mt-1 text-sm">{words.labeled({ label })}</p>}
      </fieldset>
      <p lang="en" className="text-sm">
        {form.declaration(disclosure)}.
      </p>
    </div>
  )
}
