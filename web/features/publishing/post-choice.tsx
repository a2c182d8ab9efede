import { useQuery } from '@tanstack/react-query'
import { factsOf, type Platform } from '#contract/publishing/constants.ts'
import type { PostChoices } from '#contract/publishing/publications.ts'
import { texts as words } from '#texts/features/publishing/form.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { channelFormQuery } from './calls.ts'
import { PostFormFields } from './post-form.tsx'
import { usePostChannel } from './use-post-channel.ts'

/** The form that some platforms require for each post. */
export function PostChoice({
  platform,
  channelId,
  value,
  onChange,
}: {
  platform: Platform
  /** undefined: the default channel */
  channelId: string | undefined
  value: PostChoices
  onChange: (value: PostChoices) => void
}) {
  const { form, channel: facts, name } = factsOf(platform)
  const { channel } = usePostChannel(platform, channelId)
  const query = useQuery({
    ...channelFormQuery(channel?.id ?? ''),
    enabled: form !== null && channel !== undefined,
  })
  if (!form || !channel) return null
  return (
    <section
      aria-label={words.title({ platform: name })}
      className="rounded-lg border border-line bg-surface p-4"
    >
      <h3 className="mb-3 font-semibold">{words.title({ platform: name })}</h3>
      <Loaded query={query} skeleton={<Skeleton className="h-40" />} failed={words.loadFailed}>
        {account => (
          <PostFormFields
            form={form}
            account={account}
            kind={facts.kind}
            usual={channel.defaultPrivacy}
            value={value}
            onChange={onChange}
          />
        )}
      </Loaded>
    </section>
  )
}
