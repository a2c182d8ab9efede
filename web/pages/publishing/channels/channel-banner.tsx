import { useQuery } from '@tanstack/react-query'
import { channelNames } from '#contract/publishing/constants.ts'
import { channelsQuery } from '../../../features/publishing/calls.ts'
import { texts } from '../../../features/publishing/texts.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Connect } from './connect.tsx'

/** Over every tab: channels that somebody has to connect again, days before nothing goes out there any more. */
export function ChannelBanner() {
  const { data } = useQuery(channelsQuery)
  const ailing = data?.channels.filter(channel => channel.notice && channel.status !== 'disconnected') ?? []
  if (ailing.length === 0) return null
  return (
    <div className="mb-5 space-y-2.5">
      {ailing.map(({ id, kind, status, notice }) => (
        <Alert
          key={id}
          tone={status === 'reconnect' ? 'danger' : 'warning'}
          title={notice ?? ''}
          action={<Connect kind={kind} channelId={id} label={texts.channels.reconnect(channelNames[kind])} />}
        />
      ))}
    </div>
  )
}
