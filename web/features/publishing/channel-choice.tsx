import { factsOf, type Platform } from '#contract/publishing/constants.ts'
import { texts as words } from '#texts/features/publishing/channel.ts'
import { Select } from '../../ui/inputs/field.tsx'
import { usePostChannel } from './use-post-channel.ts'

/** Which channel to post with; renders nothing if the platform has only one. */
export default function ChannelChoice({
  platform,
  value,
  onChange,
}: {
  platform: Platform
  value: string | undefined
  onChange: (id: string) => void
}) {
  const { channels, channel } = usePostChannel(platform, value)
  if (channels.length < 2) return null
  return (
    <Select
      label={words.channel({ platform: factsOf(platform).postName })}
      value={channel?.id ?? ''}
      onChange={event => onChange(event.target.value)}
      options={channels.map(({ id, name, isDefault }) => ({
        value: id,
        label: words.option({ name, isDefault }),
      }))}
    />
  )
}
