import { useQuery } from '@tanstack/react-query'
import { channelNames } from '#contract/publishing/constants.ts'
import { channelsQuery } from '../../../features/publishing/calls.ts'
import { channelTexts } from '../../../features/publishing/channel-texts.ts'
import { texts } from '../../../features/publishing/texts.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Connect } from './connect.tsx'

/** Above every tab: channels that someone has to reconnect, days before posting to them stops. */
export function ChannelBanner() {
  const { data } = useQuery(channelsQuery)
  const admin = useUser().role === 'admin'
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
        >
          {!admin && channelTexts.askAdmin}
        </Alert>
      ))}
    </div>
  )
}
